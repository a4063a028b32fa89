import type { ListRequest } from '@twinward/contracts/core/list';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`excursion.id` },
    TwinId: { type: 'N', sql: sql`protection.twin_id` },
    AssetName: { type: 'C', sql: sql`asset.asset_name` },
    ProtectionId: { type: 'N', sql: sql`excursion.protection_id` },
    ProtectionName: { type: 'C', sql: sql`protection.name` },
    ThresholdId: { type: 'N', sql: sql`excursion.threshold_id` },
    ThresholdName: { type: 'C', sql: sql`threshold.name` },
    Level: { type: 'N', sql: sql`threshold.level` },
    Start: { type: 'D', sql: sql`excursion.start_at` },
    End: { type: 'D', sql: sql`excursion.end_at` },
  },
  key: sql`excursion.id`,
  defaultSort: [{ field: 'Start', direction: 'Descending' }],
  count: {
    fields: ['Id', 'ProtectionId', 'ThresholdId', 'Start', 'End'],
    of: (where) => sql<number>`(select count(*) from excursion where ${where})`,
  },
};

export function selectExcursionPage(db: Db, request: ListRequest) {
  const excursions = db
    .selectFrom('excursion')
    .innerJoin('threshold', 'threshold.id', 'excursion.threshold_id')
    .innerJoin('protection', 'protection.id', 'excursion.protection_id')
    .innerJoin('twin', 'twin.id', 'protection.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select([
      'excursion.id',
      'protection.twin_id',
      'asset.asset_name',
      'excursion.protection_id',
      'protection.name as protection_name',
      'excursion.threshold_id',
      'threshold.name as threshold_name',
      'threshold.level',
      'excursion.start_at',
      'excursion.end_at',
      'protection.evaluated_at',
    ]);
  return findPage(excursions, compileList(request, list));
}

/** Selects the change in effect at `from`, if any, and those in (from, to), oldest first. */
export function selectLevelChanges(
  db: Db,
  protectionId: number,
  { from, to, limit, offset }: { from: Date; to: Date; limit: number; offset: number },
) {
  const changes = db
    .selectFrom('level_change')
    .select(['at', 'level', 'driving_threshold_id'])
    .where('protection_id', '=', protectionId)
    .where('at', '<', to)
    .where('at', '>=', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('level_change as held')
          .select((inner) => inner.fn.max('held.at').as('at'))
          .where('held.protection_id', '=', protectionId)
          .where('held.at', '<=', from),
        sql<Date>`${from}`,
      ),
    );
  return findPage(changes, { orderBy: sql`at`, limit, offset });
}

/** Selects the thresholds of a twin, or of some of its protections. */
export function selectThresholds(db: Db, twinId: number, protectionIds: readonly number[] | undefined) {
  return db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'threshold.protection_id')
    .where('protection.twin_id', '=', twinId)
    .$if(protectionIds !== undefined, (query) => query.where('protection.id', 'in', protectionIds!))
    .select(['threshold.id', 'threshold.protection_id', 'threshold.level', 'threshold.log_excursion'])
    .execute();
}

const selectRows = (table: RawBuilder<unknown>, thresholdIds: readonly number[]) => sql`
  select threshold_id as key, start_at, end_at, evaluated_at from ${table}
  join protection on protection.id = protection_id where threshold_id = any(${thresholdIds}::int[])`;

/** An open excursion lasts until the last evaluation of its protection. */
export const untilEvaluated = { until: sql<Date | null>`evaluated_at` };

/** The logged excursions of thresholds, as rows for `selectDrawnSpans` with `untilEvaluated`. */
export const keptExcursions = (thresholdIds: readonly number[]) => selectRows(sql`excursion`, thresholdIds);

/** Like `keptExcursions`, including thresholds that are not logged. */
export const allExcursions = (thresholdIds: readonly number[]) => sql`
  ${keptExcursions(thresholdIds)} union all ${selectRows(sql`unlogged_excursion`, thresholdIds)}`;

/** The periods of each level above 0, as rows for `selectDrawnSpans` with the level as key. */
export const timesAtLevels = (protectionId: number, from: Date, to: Date) => sql`
  select level as key, start_at, end_at from (
    select level, at as start_at, lead(at) over (order by at) as end_at from level_change
    where protection_id = ${protectionId} and at < ${to} and at >= coalesce(
      (select max(at) from level_change where protection_id = ${protectionId} and at <= ${from}), ${from})
  ) as held where level > 0`;
