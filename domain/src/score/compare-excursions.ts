/** An excursion of one threshold, [start, end); `end` null while it is open. Times in epoch milliseconds. */
export interface ComparedExcursion {
  readonly start: number;
  readonly end: number | null;
}

export type ExcursionChange = 'gained' | 'lost' | 'moved' | null;

/** Each excursion's change against the other list, in the lists' order; null for one that is the same in both. */
export interface ExcursionComparison {
  /** Lost, moved or the same. */
  readonly first: readonly ExcursionChange[];
  /** Gained, moved or the same. */
  readonly second: readonly ExcursionChange[];
}

/**
 * Compares what two logics of a threshold found on the same points. An excursion that overlaps none of the other logic
 * is lost, or gained; one that overlaps some, but has no counterpart with its start and end, is moved.
 *
 * @param first by start, none overlapping another; as `second`
 */
export function compareExcursions(
  first: readonly ComparedExcursion[],
  second: readonly ComparedExcursion[],
): ExcursionComparison {
  return { first: changes(first, second, 'lost'), second: changes(second, first, 'gained') };
}

function changes(
  own: readonly ComparedExcursion[],
  others: readonly ComparedExcursion[],
  alone: 'gained' | 'lost',
): ExcursionChange[] {
  let next = 0;
  return own.map((excursion) => {
    while (
      next < others.length &&
      endOf(others[next]!) <= excursion.start &&
      others[next]!.start < excursion.start
    )
      next += 1;
    const other = others[next];
    if (other === undefined || other.start >= endOf(excursion)) {
      // One of no length overlaps what begins with it.
      return other !== undefined && other.start === excursion.start ? sameOrMoved(excursion, other) : alone;
    }
    return sameOrMoved(excursion, other);
  });
}

const endOf = ({ end }: ComparedExcursion): number => end ?? Number.POSITIVE_INFINITY;

const sameOrMoved = (one: ComparedExcursion, other: ComparedExcursion): 'moved' | null =>
  one.start === other.start && one.end === other.end ? null : 'moved';
