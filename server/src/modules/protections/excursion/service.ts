import type { DrawnSpan } from '@twinward/contracts/core/drawn-span';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type {
  ExcursionTally,
  LevelSpan,
  ThresholdSpans,
} from '@twinward/contracts/protections/excursion-span';
import type { Excursion, LevelChange } from '@twinward/contracts/protections/protection';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import {
  checkRange,
  type DrawnWindow,
  selectDrawnSpans,
  selectSpanTallies,
  type TallyRange,
} from '../../../platform/database/spans.ts';
import { getTwin } from '../../twins/twin/service.ts';
import { getProtection } from '../protection/service.ts';
import {
  allExcursions,
  keptExcursions,
  selectExcursionPage,
  selectLevelChanges,
  selectThresholds,
  timesAtLevels,
  untilEvaluated,
} from './store.ts';

export async function listExcursions(db: Db, request: ListRequest): Promise<Page<Excursion>> {
  const { records: rows, total } = await selectExcursionPage(db, request);
  const records = rows.map(({ evaluated_at, start_at, end_at, ...row }) => ({
    ...fromRow(row),
    start: start_at.toISOString(),
    end: end_at?.toISOString() ?? null,
    evaluatedTo: evaluated_at?.toISOString() ?? null,
  }));
  return { records, total };
}

/** A range of a protection's levels in epoch milliseconds, and a page of it. */
export interface LevelsRequest {
  from: number;
  to: number;
  pageNumber: number;
  pageSize: number;
}

/**
 * Returns the level in effect at `from`, with its start, and the changes before `to`.
 * @throws AppError `not-found`; `invalid-request` for an empty range.
 */
export async function getLevels(
  db: Db,
  protectionId: number,
  request: LevelsRequest,
): Promise<Page<LevelChange>> {
  const { from, to, pageNumber, pageSize } = request;
  checkRange(request);
  await getProtection(db, protectionId);
  const { records: rows, total } = await selectLevelChanges(db, protectionId, {
    from: new Date(from),
    to: new Date(to),
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  });
  const records = rows.map((row) => ({
    time: row.at.toISOString(),
    level: row.level,
    drivingThresholdId: row.driving_threshold_id,
  }));
  return { records, total };
}

/**
 * Returns the logged excursions of a twin, or of some of its protections, merged for a chart.
 * @throws AppError `not-found`; `invalid-request` for an empty range.
 */
export async function getExcursionSpans(
  db: Db,
  twinId: number,
  window: Omit<DrawnWindow, 'until'>,
  protectionIds?: readonly number[],
): Promise<ThresholdSpans[]> {
  const thresholds = await readThresholds(db, twinId, window, protectionIds);
  const rows = await selectDrawnSpans(db, keptExcursions(thresholds.map(({ id }) => id)), {
    ...window,
    ...untilEvaluated,
  });
  const byThreshold = new Map<number, DrawnSpan[]>();
  for (const { key, ...span } of rows) {
    const spans = byThreshold.get(key);
    if (spans) spans.push(span);
    else byThreshold.set(key, [span]);
  }
  return thresholds
    .filter(({ id }) => byThreshold.has(id))
    .map(({ id, protection_id, level }) => ({
      protectionId: protection_id,
      thresholdId: id,
      level,
      spans: byThreshold.get(id)!,
    }));
}

/** Counts the excursions of each threshold in a range; throws like `getExcursionSpans`. */
export async function getExcursionTallies(
  db: Db,
  twinId: number,
  range: Omit<TallyRange, 'until'>,
  protectionIds?: readonly number[],
): Promise<ExcursionTally[]> {
  const thresholds = await readThresholds(db, twinId, range, protectionIds);
  const byId = new Map(thresholds.map((threshold) => [threshold.id, threshold]));
  const rows = await selectSpanTallies(db, allExcursions([...byId.keys()]), { ...range, ...untilEvaluated });
  return rows.map(({ key, ...tally }) => ({
    protectionId: byId.get(key)!.protection_id,
    thresholdId: key,
    isKept: byId.get(key)!.log_excursion,
    ...tally,
  }));
}

async function readThresholds(
  db: Db,
  twinId: number,
  range: Omit<TallyRange, 'until'>,
  protectionIds: readonly number[] | undefined,
) {
  checkRange(range);
  await getTwin(db, twinId);
  return selectThresholds(db, twinId, protectionIds);
}

/**
 * Returns the levels above 0 over a range, merged for a chart, lowest level first.
 * @throws AppError `not-found`; `invalid-request` for an empty range.
 */
export async function getLevelSpans(db: Db, protectionId: number, window: DrawnWindow): Promise<LevelSpan[]> {
  checkRange(window);
  await getProtection(db, protectionId);
  const rows = timesAtLevels(protectionId, new Date(window.from), new Date(window.to));
  return (await selectDrawnSpans(db, rows, window)).map(({ key, ...span }) => ({ level: key, ...span }));
}
