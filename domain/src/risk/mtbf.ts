/** The data of work that identify failures; times in epoch milliseconds. */
export interface FailureWork {
  readonly id: number;
  readonly corrective: boolean;
  readonly start: number | null;
  readonly completed: number | null;
  /** Milliseconds; null if unknown. */
  readonly duration: number | null;
}

/** A failure, from one or more corrective work records. */
export interface Failure {
  readonly start: number;
  /** The latest completion of its work. */
  readonly end: number;
  /** Total length of the union of its work's periods, in milliseconds. */
  readonly downtime: number;
  /** Its work, the earliest first. */
  readonly workIds: readonly number[];
}

export interface MeasuredMtbf {
  /** Milliseconds; null without a failure, or without a window. */
  readonly mtbf: number | null;
  /** The window; null without a start of the twin and without work. */
  readonly window: { readonly from: number; readonly to: number } | null;
  readonly failures: readonly Failure[];
  /** Known downtime within the window; milliseconds. */
  readonly downtime: number;
  /** Number of started or completed work records, of any kind. */
  readonly workCount: number;
  /** Whether there are too few failures for a reliable figure. */
  readonly lowConfidence: boolean;
}

/** A repair that starts within this time of a failure's first repair belongs to that failure. */
const sameFailure = 24 * 3_600_000;
/** Minimum number of failures for a reliable figure. */
export const trustedFailures = 3;

/**
 * The mean time between failures from completed corrective work: (window - downtime) / failures. The window lasts from
 * the later of the twin's start and the oldest work to now. A failure includes the corrective work that starts less
 * than 24 hours after its first start, or before the latest end of its work; downtime is the union of the periods of
 * that work. Work that started before the window is ignored.
 * Source: ISO 14224:2016, annex C: the time in service excludes repairs.
 * @param twinStart epoch milliseconds; null without one
 */
export function measureMtbf(
  work: readonly FailureWork[],
  { twinStart, now }: { twinStart: number | null; now: number },
): MeasuredMtbf {
  const begun = begunBy(work, now);
  const oldest = begun.reduce<number | null>(
    (least, { start }) => (least === null ? start : Math.min(least, start)),
    null,
  );
  const from = oldest === null ? twinStart : Math.max(oldest, twinStart ?? oldest);
  const window = from === null || from >= now ? null : { from, to: now };
  const failures = window ? failuresIn(begun, window) : [];
  const downtime = failures.reduce((sum, failure) => sum + failure.downtime, 0);
  return {
    mtbf: window && failures.length > 0 ? (now - window.from - downtime) / failures.length : null,
    window,
    failures,
    downtime,
    workCount: begun.length,
    lowConfidence: failures.length < trustedFailures,
  };
}

/** The failures that started and were repaired within a range, from corrective work. */
export function findFailures(
  work: readonly FailureWork[],
  range: { readonly from: number; readonly to: number },
): Failure[] {
  return failuresIn(begunBy(work, range.to), range);
}

function begunBy(
  work: readonly FailureWork[],
  time: number,
): (FailureWork & { start: number; end: number })[] {
  return work.flatMap((item) => {
    const span = toPeriod(item);
    return span === null || span.start > time ? [] : [{ ...item, ...span }];
  });
}

/** The period of work, as far as known; null for work that is only planned. */
function toPeriod({ start, completed, duration }: FailureWork): { start: number; end: number } | null {
  if (start !== null) return { start, end: Math.max(start, completed ?? start) };
  if (completed === null) return null;
  return { start: completed - (duration ?? 0), end: completed };
}

function failuresIn(
  begun: readonly (FailureWork & { start: number; end: number })[],
  window: { from: number; to: number },
): Failure[] {
  const repairs = begun
    .filter(
      ({ corrective, completed, start }) =>
        corrective && completed !== null && completed <= window.to && start >= window.from,
    )
    .toSorted((a, b) => a.start - b.start || a.end - b.end || a.id - b.id);
  const failures: { start: number; end: number; downtime: number; workIds: number[] }[] = [];
  for (const { id, start, end } of repairs) {
    const last = failures.at(-1);
    if (last && (start - last.start < sameFailure || start < last.end)) {
      last.downtime += Math.max(0, end - Math.max(start, last.end));
      last.end = Math.max(last.end, end);
      last.workIds.push(id);
    } else {
      failures.push({ start, end, downtime: end - start, workIds: [id] });
    }
  }
  return failures;
}
