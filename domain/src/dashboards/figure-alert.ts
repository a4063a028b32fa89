/** A limit of a figure. */
export interface FigureLimit {
  direction: 'above' | 'below';
  limit: number;
  /** The figure is back once it has reached this; null: the limit. */
  release: number | null;
}

/** Whether a limit is crossed by a value. Without a value the state stays. */
export function isCrossed(
  { direction, limit, release }: FigureLimit,
  value: number | null,
  wasCrossed: boolean,
): boolean {
  if (value === null) return wasCrossed;
  const sign = direction === 'above' ? 1 : -1;
  const border = wasCrossed ? (release ?? limit) : limit;
  return sign * value > sign * border;
}
