/** The facts of work that show failures; times in epoch milliseconds. */
export interface FailureWork {
  readonly id: number;
  readonly corrective: boolean;
  readonly start: number | null;
  readonly completed: number | null;
  /** Milliseconds; null where it is not known. */
  readonly duration: number | null;
}

/** A failure, as one or more items of corrective work show it. */
export interface Failure {
  readonly start: number;
  /** When the last of its work was completed. */
  readonly end: number;
  /** Length of the union of the spans of its work, in milliseconds. */
  readonly downtime: number;
  /** Its work, the earliest first. */
  readonly workIds: readonly number[];
}

export interface MeasuredMtbf {
  /** Milliseconds; null where there is no failure, or no window to look at. */
  readonly mtbf: number | null;
  /** The time looked at; null without a start of the twin and without work. */
  readonly window: { readonly from: number; readonly to: number } | null;
  readonly failures: readonly Failure[];
  /** Time within the window in which failures were being put right, where it is known; milliseconds. */
  readonly downtime: number;
  /** Work begun or completed, of every kind. */
  readonly workCount: number;
  /** Fewer failures than it takes to trust the figure. */
  readonly lowConfidence: boolean;
}

/** A repair that starts less than this after the first one of a failure belongs to that failure. */
const sameFailure = 24 * 3_600_000;
/** So many failures and more make a figure that can be trusted. */
export const trustedFailures = 3;

/**
 * The mean time between failures that completed corrective work shows: (window - downtime) / failures. The
 * window goes from the later of the twin's start and the oldest work to now. A failure takes in the corrective work that
 * starts less than 24 hours after its first start, or before the latest end of its work; downtime is the union of the
 * spans of that work. Work that started before the window is left out.
 * Source: ISO 14224:2016, annex C, where the time in service leaves out what repairs took.
 * @param twinStart epoch milliseconds; null where the twin has none
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

/** The failures that started in a range and were put right by its end, as corrective work shows them. */
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
    const span = spanOf(item);
    return span === null || span.start > time ? [] : [{ ...item, ...span }];
  });
}

/** From when to when work lasted, as far as it is known; null for work that is only planned. */
function spanOf({ start, completed, duration }: FailureWork): { start: number; end: number } | null {
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
