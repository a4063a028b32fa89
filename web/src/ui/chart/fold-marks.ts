import { type PlotFrame, toX } from './plot.ts';
import type { Range } from './range.ts';

/** An event on a time axis, past or due. */
export interface Mark {
  key: string;
  /** Epoch milliseconds. */
  time: number;
  /** Description with its time. */
  label: string;
  /** Link to the details. */
  to: string;
  shape: MarkShape;
}

/** Done: filled; planned: outline; due: diamond; overdue: filled diamond. */
export type MarkShape = 'done' | 'planned' | 'due' | 'overdue';

/** One mark, or several that are too close to be clicked separately. */
export interface PlacedMarks {
  /** Centre of the mark, in pixels from the left edge of the chart. */
  x: number;
  marks: readonly [Mark, ...Mark[]];
}

/** Size of a click target and minimum distance between two, in pixels. */
export const markSize = 24;

/** Places the marks of a range on the axis. Merges marks that are closer than `markSize`. */
export function foldMarks(marks: readonly Mark[], range: Range, frame: PlotFrame): PlacedMarks[] {
  const placed: { x: number; marks: [Mark, ...Mark[]] }[] = [];
  const inside = marks
    .filter(({ time }) => time >= range.from && time <= range.to)
    .sort((one, other) => one.time - other.time);
  for (const mark of inside) {
    const x = toX(mark.time, range, frame);
    const last = placed.at(-1);
    if (last !== undefined && x - last.x < markSize) last.marks.push(mark);
    else placed.push({ x, marks: [mark] });
  }
  return placed;
}

const mostNamed = 3;

/** Describes several marks: the labels of the first ones and the number of the rest. */
export function marksText(marks: readonly Pick<Mark, 'label'>[]): string {
  const named = marks.slice(0, mostNamed).map(({ label }) => label);
  const more = marks.length - named.length;
  return more === 0 ? named.join('; ') : `${named.join('; ')}; and ${more} more`;
}
