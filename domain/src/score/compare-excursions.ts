/** An excursion of one threshold, [start, end); `end` is null while open. Times in epoch milliseconds. */
export interface ComparedExcursion {
  readonly start: number;
  readonly end: number | null;
}

export type ExcursionChange = 'gained' | 'lost' | 'moved' | null;

/** The change of each excursion against the other list, in list order; null if both lists have it. */
interface ExcursionComparison {
  /** 'lost', 'moved' or null. */
  readonly first: readonly ExcursionChange[];
  /** 'gained', 'moved' or null. */
  readonly second: readonly ExcursionChange[];
}

/**
 * Compares the excursions of two logics of a threshold over the same points. An excursion that overlaps none of the
 * other logic is lost or gained; one that overlaps some, but none with equal start and end, is moved.
 *
 * @param first sorted by start, not overlapping each other; the same for `second`
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
      toEnd(others[next]!) <= excursion.start &&
      others[next]!.start < excursion.start
    )
      next += 1;
    const other = others[next];
    if (other === undefined || other.start >= toEnd(excursion)) {
      // An excursion of zero length overlaps one that begins at the same time.
      return other !== undefined && other.start === excursion.start ? sameOrMoved(excursion, other) : alone;
    }
    return sameOrMoved(excursion, other);
  });
}

const toEnd = ({ end }: ComparedExcursion): number => end ?? Number.POSITIVE_INFINITY;

const sameOrMoved = (one: ComparedExcursion, other: ComparedExcursion): 'moved' | null =>
  one.start === other.start && one.end === other.end ? null : 'moved';
