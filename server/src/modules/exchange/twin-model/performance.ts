import type { ModelDefinition } from '@twinward/contracts/library/definition';
import {
  type FailureModePerformance,
  type IndicatorPerformance,
  type ModelPerformance,
  maximumScoredProtections,
} from '@twinward/contracts/library/performance';
import { DAY } from '@twinward/domain/duration';
import { calculatePrecision, openAdvisoryStates } from '@twinward/domain/rules/advisory';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { getScore } from '../../proof/protection-score/service.ts';
import { fitModes } from '../../risk/life-data/service.ts';
import {
  type AdvisoryCount,
  countAdvisories,
  countExcursions,
  selectAssetsOfModes,
  selectProtections,
  selectVersionsInUse,
  type TwinsOfModel,
} from './performance-store.ts';
import { selectVersion } from './store.ts';

const year = 365 * DAY;

/**
 * Measures the performance of a model over these of its twins, by the parts of a version; runs as a task.
 * @throws AppError `not-found`.
 */
export async function measureModel(
  db: Db,
  { twins, versionId, now }: { twins: TwinsOfModel; versionId: number; now: number },
): Promise<ModelPerformance> {
  const { definition } = found(await selectVersion(db, versionId), 'Version');
  return {
    versions: await selectVersionsInUse(db, twins.modelId),
    indicators: await measureIndicators(db, twins, definition, now),
    failureModes: await measureModes(db, twins, definition, now),
  };
}

async function measureIndicators(
  db: Db,
  twins: TwinsOfModel,
  { indicators }: ModelDefinition,
  now: number,
): Promise<IndicatorPerformance[]> {
  const protections = await selectProtections(db, twins);
  const excursions = await countExcursions(db, twins, new Date(now - year));
  const advisories = await countAdvisories(db, twins);
  const perPart = Math.floor(maximumScoredProtections / Math.max(1, indicators.length));
  const result: IndicatorPerformance[] = [];
  for (const { id, name } of indicators) {
    const own = protections.filter(({ part }) => part === id);
    const protectionIds = own.map((protection) => protection.id);
    result.push({
      id,
      name,
      twins: new Set(own.map(({ twin_id }) => twin_id)).size,
      excursions: excursions.get(id) ?? 0,
      advisories: sumAdvisories(advisories.filter(({ part }) => part === id)),
      score: await sumScores(db, protectionIds.slice(0, perPart)),
    });
  }
  return result;
}

function sumAdvisories(rows: readonly AdvisoryCount[]): IndicatorPerformance['advisories'] {
  const sum = (isMeant: (row: AdvisoryCount) => boolean) =>
    rows.filter(isMeant).reduce((total, { count }) => total + count, 0);
  const counts = {
    confirmed: sum(({ outcome }) => outcome === 'confirmed'),
    prevented: sum(({ outcome }) => outcome === 'prevented'),
    falseAlarm: sum(({ outcome }) => outcome === 'false-alarm'),
  };
  return {
    ...counts,
    noAction: sum(({ outcome }) => outcome === 'no-action'),
    open: sum(({ state }) => openAdvisoryStates.includes(state)),
    precision: calculatePrecision(counts),
  };
}

async function sumScores(db: Db, protectionIds: readonly number[]): Promise<IndicatorPerformance['score']> {
  const sums = { hits: 0, misses: 0, falseEpisodes: 0, years: 0 };
  let isJudged = false;
  for (const protectionId of protectionIds) {
    const { hits, misses, falseEpisodes, from, to } = await getScore(db, protectionId);
    sums.hits += hits;
    sums.misses += misses;
    if (falseEpisodes === null || from === null || to === null) continue;
    isJudged = true;
    sums.falseEpisodes += falseEpisodes;
    sums.years += (Date.parse(to) - Date.parse(from)) / year;
  }
  const perYear = isJudged && sums.years > 0 ? sums.falseEpisodes / sums.years : null;
  return { scored: protectionIds.length, ...sums, falseEpisodesPerYear: perYear };
}

async function measureModes(
  db: Db,
  twins: TwinsOfModel,
  { failureModes }: ModelDefinition,
  now: number,
): Promise<FailureModePerformance[]> {
  const assets = await selectAssetsOfModes(db, twins);
  const getAssets = (id: number) => assets.get(id) ?? [];
  const lives = await fitModes(
    db,
    failureModes.map(({ id, mechanism }) => ({ assetIds: getAssets(id), mechanism })),
    new Date(now),
  );
  return failureModes.map(({ id, name }, index) => ({
    id,
    name,
    twins: getAssets(id).length,
    ...lives[index]!,
  }));
}
