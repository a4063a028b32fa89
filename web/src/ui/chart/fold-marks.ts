import { type PlotFrame, xOf } from './plot.ts';
import type { Range } from './range.ts';

/** Something that happened or is due at a moment. */
export interface Mark {
  key: string;
  /** Epoch milliseconds. */
  time: number;
  /** In words, with its time. */
  label: string;
  /** Where it is shown in full. */
  to: string;
  shape: MarkShape;
}

/** What is done is filled, what is planned has an outline only; what is due is a diamond, what is overdue a filled one. */
export type MarkShape = 'done' | 'planned' | 'due' | 'overdue';

/** One mark, or several too close to each other to be told apart. */
export interface PlacedMarks {
  /** Middle of the mark, pixels from the left edge of the chart. */
  x: number;
  marks: readonly [Mark, ...Mark[]];
}

/** Width and height of what is pressed, and the least distance between two, in pixels. */
export const markSize = 24;

/** The marks of a range at their place in time; those closer than their size are one. */
export function foldMarks(marks: readonly Mark[], range: Range, frame: PlotFrame): PlacedMarks[] {
  const placed: { x: number; marks: [Mark, ...Mark[]] }[] = [];
  const inside = marks
    .filter(({ time }) => time >= range.from && time <= range.to)
    .sort((one, other) => one.time - other.time);
  for (const mark of inside) {
    const x = xOf(mark.time, range, frame);
    const last = placed.at(-1);
    if (last !== undefined && x - last.x < markSize) last.marks.push(mark);
    else placed.push({ x, marks: [mark] });
  }
  return placed;
}

const mostNamed = 3;

/** Several marks in words, the first of them by name. */
export function marksText(marks: readonly Pick<Mark, 'label'>[]): string {
  const named = marks.slice(0, mostNamed).map(({ label }) => label);
  const more = marks.length - named.length;
  return more === 0 ? named.join('; ') : `${named.join('; ')}; and ${more} more`;
}
