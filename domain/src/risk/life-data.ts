import { DAY } from '../duration.ts';
import type { Life } from './fit.ts';
import { type FailureWork, findFailures } from './mtbf.ts';

/** What ended the observation of an asset: its latest data, the requested time, or now without data. */
export const observationEnds = ['last-seen', 'until', 'out-of-service', 'now'] as const;
export type ObservationEnd = (typeof observationEnds)[number];

/** What ended a life; all but a failure make it a suspension. */
export const lifeEnds = ['failure', 'renewal', ...observationEnds] as const;
export type LifeEnd = (typeof lifeEnds)[number];

/**
 * Why a life is left out:
 * - `unknown-start`: the asset has no start, so the age at its first failure is unknown.
 * - `not-observed`: the asset starts at or after the end of its observation.
 * - `before-start`: the failure is before the asset's start.
 * - `no-length`: its start equals its end.
 */
export const leftOutReasons = ['unknown-start', 'not-observed', 'before-start', 'no-length'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The observation of an asset; times in epoch milliseconds. */
export interface ObservedAsset {
  assetId: number;
  /** When it began to run, as new; null if unknown. */
  from: number | null;
  /** Until when it was observed. */
  until: number;
  untilBy: ObservationEnd;
  work: readonly (FailureWork & { preventive: boolean })[];
}

export interface LifeOptions {
  /** Whether completed preventive work is a renewal, which suspends a life. */
  preventiveRenews: boolean;
}

/** A life, with what ended it. */
export interface ObservedLife extends Life {
  assetId: number;
  /** Epoch milliseconds */
  from: number;
  to: number;
  end: LifeEnd;
  /** The work that ended it; null if it was still running. */
  workIds: readonly number[];
}

/** The number of lives of an asset that are left out for one reason. */
export interface LeftOutLives {
  assetId: number;
  reason: LeftOutReason;
  count: number;
}

/**
 * Derives lives from an asset's work. A life runs from the start of the asset, or from the end of a repair, to the next
 * failure, assuming that a repair makes the asset as good as new. A life that is still running at the end is a
 * suspension. Failures are the same as for the measured MTBF.
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
