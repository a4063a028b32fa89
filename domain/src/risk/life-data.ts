import { DAY } from '../duration.ts';
import type { Life } from './fit.ts';
import { type FailureWork, findFailures } from './mtbf.ts';

/** What the observation of an asset ends with: its latest data, the time asked for, or now for want of data. */
export const observationEnds = ['last-seen', 'until', 'out-of-service', 'now'] as const;
export type ObservationEnd = (typeof observationEnds)[number];

/** What ends a life; all but a failure make it a suspension. */
export const lifeEnds = ['failure', 'renewal', ...observationEnds] as const;
export type LifeEnd = (typeof lifeEnds)[number];

/**
 * Why a life is left out:
 * - `unknown-start`: the asset has no start, so the age at its first failure is not known.
 * - `not-observed`: the asset starts at or after the end of its observation.
 * - `before-start`: the failure lies before the asset's start.
 * - `no-length`: it ends when it begins.
 */
export const leftOutReasons = ['unknown-start', 'not-observed', 'before-start', 'no-length'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** An asset as it was observed; times in epoch milliseconds. */
export interface ObservedAsset {
  assetId: number;
  /** When it began to run, new or as good as new; null where that is not known. */
  from: number | null;
  /** Until when it is known to have run. */
  until: number;
  untilBy: ObservationEnd;
  work: readonly (FailureWork & { preventive: boolean })[];
}

export interface LifeOptions {
  /** Whether completed preventive work makes it as good as new: it then suspends a life. */
  preventiveRenews: boolean;
}

/** A life as it was lived, with what ended it. */
export interface ObservedLife extends Life {
  assetId: number;
  /** Epoch milliseconds */
  from: number;
  to: number;
  end: LifeEnd;
  /** The work that ended it; none for what was still running. */
  workIds: readonly number[];
}

/** Lives of an asset that are left out, and how many. */
export interface LeftOutLives {
  assetId: number;
  reason: LeftOutReason;
  count: number;
}

/**
 * The lives that an asset's work shows: from its start, or from the end of a repair, to the next failure, taken as
 * good as new after it; and what was still running at the end as a suspension. Failures are those of the measured
 * MTBF.
 */
export function collectLives(
  { assetId, from, until, untilBy, work }: ObservedAsset,
  { preventiveRenews }: LifeOptions,
): { lives: ObservedLife[]; leftOut: LeftOutLives[] } {
  const left: LeftOutReason[] = [];
  const seen = { from: Number.NEGATIVE_INFINITY, to: until };
  const isLived = ({ start }: { start: number }): boolean => from === null || start >= from;
  const failures = findFailures(work, seen).map((failure) => ({ ...failure, failed: true }));
  left.push(...failures.filter((failure) => !isLived(failure)).map(() => 'before-start' as const));
  const renewals = preventiveRenews
    ? findFailures(
        work.map((item) => ({ ...item, corrective: item.preventive })),
        seen,
      ).map((renewal) => ({ ...renewal, failed: false }))
    : [];
  const ends = [...failures, ...renewals]
    .filter(isLived)
    .toSorted((a, b) => a.start - b.start || Number(b.failed) - Number(a.failed));
  if (from === null) left.push('unknown-start');
  else if (until <= from && ends.length === 0) left.push('not-observed');
  const lives: ObservedLife[] = [];
  const add = (begin: number, to: number, end: LifeEnd, workIds: readonly number[]): void => {
    const failed = end === 'failure';
    lives.push({ assetId, from: begin, to, days: (to - begin) / DAY, failed, end, workIds });
  };
  let begin = from;
  for (const { start, end, failed, workIds } of ends) {
    if (begin !== null && start > begin) add(begin, start, failed ? 'failure' : 'renewal', workIds);
    else if (begin !== null && failed) left.push('no-length');
    begin = Math.max(begin ?? end, end);
  }
  if (begin !== null && until > begin) add(begin, until, untilBy, []);
  const leftOut = leftOutReasons.flatMap((reason) => {
    const count = left.filter((one) => one === reason).length;
    return count === 0 ? [] : [{ assetId, reason, count }];
  });
  return { lives, leftOut };
}
