import { DAY } from '../duration.ts';
import type { Life } from './fit.ts';
import { type FailureWork, findFailures } from './mtbf.ts';

/** An asset as it was observed; times in epoch milliseconds. */
export interface ObservedAsset {
  assetId: number;
  /** When it began to run, new or as good as new; null where that is not known. */
  from: number | null;
  /** Until when it is known to have run. */
  until: number;
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
  /** The work that ended it; none for what was still running. */
  workIds: readonly number[];
}

/**
 * The lives that an asset's work shows: from its start, or from the end of a repair, to the next failure, taken as
 * good as new after it; and what was still running at the end as a suspension. Failures are those of the measured
 * MTBF. Where the start is not known the first life is left out, as its age is not known.
 */
export function collectLives(
  { assetId, from, until, work }: ObservedAsset,
  { preventiveRenews }: LifeOptions,
): ObservedLife[] {
  const window = { from: from ?? Number.NEGATIVE_INFINITY, to: until };
  const failures = findFailures(work, window).map((failure) => ({ ...failure, failed: true }));
  const renewals = preventiveRenews
    ? findFailures(
        work.map((item) => ({ ...item, corrective: item.preventive })),
        window,
      ).map((renewal) => ({ ...renewal, failed: false }))
    : [];
  const ends = [...failures, ...renewals].toSorted(
    (a, b) => a.start - b.start || Number(b.failed) - Number(a.failed),
  );
  const lives: ObservedLife[] = [];
  let begin = from;
  for (const { start, end, failed, workIds } of ends) {
    if (begin !== null && start > begin) lives.push(lifeOf(assetId, begin, start, failed, workIds));
    begin = Math.max(begin ?? end, end);
  }
  if (begin !== null && until > begin) lives.push(lifeOf(assetId, begin, until, false, []));
  return lives;
}

function lifeOf(
  assetId: number,
  from: number,
  to: number,
  failed: boolean,
  workIds: readonly number[],
): ObservedLife {
  return { assetId, from, to, days: (to - from) / DAY, failed, workIds };
}
