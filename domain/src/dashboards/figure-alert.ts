/** A limit of a figure. */
interface FigureLimit {
  direction: 'above' | 'below';
  limit: number;
  /** The alert ends once the figure reaches this value. Null for the limit itself. */
  release: number | null;
}

/** Whether a value crosses a limit. Without a value the state does not change. */
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
