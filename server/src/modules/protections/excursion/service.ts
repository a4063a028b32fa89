import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Excursion, LevelChange } from '@twinward/contracts/protections/protection';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { getProtection } from '../protection/service.ts';
import { selectExcursionPage, selectLevelChanges } from './store.ts';

export async function listExcursions(db: Db, request: ListRequest): Promise<Page<Excursion>> {
  const { records: rows, total } = await selectExcursionPage(db, request);
  const records = rows.map((row) => ({
    id: row.id,
    twinId: row.twin_id,
    assetName: row.asset_name,
    protectionId: row.protection_id,
    protectionName: row.protection_name,
    thresholdId: row.threshold_id,
    thresholdName: row.threshold_name,
    level: row.level,
    start: row.start_at.toISOString(),
    end: row.end_at?.toISOString() ?? null,
  }));
  return { records, total };
}

/** What range of a protection's levels is asked for, in epoch milliseconds, and which page of it. */
export interface LevelsRequest {
  from: number;
  to: number;
  pageNumber: number;
  pageSize: number;
}

/**
 * The level that holds at `from`, with the time since when it does, and its changes before `to`.
 * @throws AppError `not-found` without such a protection, `invalid-request` for a range that is none.
 */
export async function getLevels(
  db: Db,
  protectionId: number,
  request: LevelsRequest,
): Promise<Page<LevelChange>> {
  const { from, to, pageNumber, pageSize } = request;
  if (to <= from) {
    const message = 'The end of the range must be after its start.';
    throw new AppError('invalid-request', message, { errors: [{ path: 'to', message }] });
  }
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
