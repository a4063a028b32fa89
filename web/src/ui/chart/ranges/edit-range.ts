import type { Range } from '../range.ts';

/** The part of a range that is dragged. */
export type Grip = 'whole' | 'from' | 'to';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Rounds a time to seconds, or to minutes if the chart shows more than two hours. */
export function roundTime(time: number, visible: Range): number {
  const unit = visible.to - visible.from > 2 * hour ? minute : second;
  return Math.round(time / unit) * unit;
}

/** Rounds both ends of a range, which keeps a length of at least one rounding unit. */
export function roundRange({ from, to }: Range, visible: Range): Range {
  const start = roundTime(from, visible);
  return { from: start, to: Math.max(roundTime(to, visible), start + shortest(visible)) };
}

/** The shortest range that can be drawn while `visible` is shown. */
const shortest = (visible: Range): number => (visible.to - visible.from > 2 * hour ? minute : second);

/** Moves a range, or one of its ends, by milliseconds. An end stops before the other one. */
export function dragRange(range: Range, grip: Grip, by: number, visible: Range): Range {
  const least = shortest(visible);
  if (grip === 'whole') {
    const from = roundTime(range.from + by, visible);
    return { from, to: from + range.to - range.from };
  }
  if (grip === 'from') {
    return { ...range, from: Math.min(roundTime(range.from + by, visible), range.to - least) };
  }
  return { ...range, to: Math.max(roundTime(range.to + by, visible), range.from + least) };
}

/**
 * Applies a key to the focused range. Arrow keys move it by a pixel, or by ten with Ctrl; Shift moves only its end, Alt
 * only its start.
 *
 * @param pixel milliseconds per pixel
 * @returns null if the key has no effect
 */
export function keyedRange(
  event: { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean },
  range: Range,
  pixel: number,
  visible: Range,
): Range | null {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return null;
  const grip = event.shiftKey ? 'to' : event.altKey ? 'from' : 'whole';
  const pixels = event.ctrlKey ? 10 : 1;
  const step = Math.max(shortest(visible), pixel * pixels);
  return dragRange(range, grip, event.key === 'ArrowLeft' ? -step : step, visible);
}
