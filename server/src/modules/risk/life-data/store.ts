import { type LifeSource, maximumLifeAssets } from '@twinward/contracts/risk/life-data';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ColumnTypes } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { latestTimeExpression } from '../../../series/latest-time.ts';

/** An asset with the times and tags of its operation. */
export interface RunningAsset {
  id: number;
  name: string;
  taxonomy_id: number | null;
  category_id: number | null;
  class_id: number | null;
  type_id: number | null;
  /** Start date of its twin */
  start: Date | null;
  out_of_service_at: Date | null;
  /** Time of its newest point in epoch milliseconds; null without points. */
  latest_point: number | null;
  /** Ids of the tags under which its work is recorded. */
  work_tags: number[];
}

function sourceCondition(source: LifeSource): RawBuilder<SqlBool> {
  switch (source.type) {
    case 'asset':
      return sql`asset.id = ${source.assetId}`;
    case 'assets':
      return sql`asset.id = any(${source.assetIds}::int[])`;
    case 'taxonomy':
      return sql`${source.taxonomyId} in (entry.category_id, entry.class_id, entry.type_id)`;
    case 'risk-analysis':
      return sql`asset.id in (
        select asset_id from risk_analysis_asset where risk_analysis_id = ${source.riskAnalysisId})`;
  }
}

/** Selects the requested assets, at most one more than the limit. */
export async function selectRunningAssets(db: Db, source: LifeSource): Promise<RunningAsset[]> {
  const { rows } = await sql<RunningAsset>`
    select asset.id, asset.asset_name as name, asset.taxonomy_id, entry.category_id, entry.class_id, entry.type_id,
      twin.start_date as start, asset.out_of_service_at,
      (select max(${latestTimeExpression(sql`tag.id`)})::float8 from tag join asset_tag on asset_tag.tag_id = tag.id
        where asset_tag.asset_id = asset.id and tag.type <> 'work') as latest_point,
      array(
        select tag.id from tag join asset_tag on asset_tag.tag_id = tag.id
        where asset_tag.asset_id = asset.id and tag.type = 'work'
        union
        select mapped_tag_id from tag_alias
        where tag_alias.twin_id = twin.id and type = 'work' and mapped_tag_id is not null) as work_tags
    from asset
    left join twin on twin.asset_id = asset.id
    left join taxonomy_entry entry on entry.id = asset.taxonomy_id
    where asset.is_equipment and ${sourceCondition(source)}
    order by asset.id limit ${maximumLifeAssets + 1}`.execute(db);
  return rows;
}

/** Selects the caption of a taxonomy entry with its parents; null if it does not exist. */
export async function selectTaxonomyLabel(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('taxonomy_entry')
    .select(sql<string>`concat_ws(' - ', category, class, type)`.as('label'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.label ?? null;
}

export async function selectAnalysisName(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('risk_analysis').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}

/** The record that a fit was applied to. */
export type FitTarget =
  | { twin_id: number }
  | { taxonomy_id: number }
  | { risk_analysis_id: number; asset_id: number };

const toTarget = (target: FitTarget) => ({
  twin_id: null,
  taxonomy_id: null,
  risk_analysis_id: null,
  asset_id: null,
  ...target,
});

/** Upserts the source of a fitted distribution. */
export async function upsertFit(
  db: Db,
  target: FitTarget,
  fit: { shape: number; scale: string; basis: ColumnTypes['life_fit.basis']; createdBy: number },
): Promise<void> {
  const { shape, scale, createdBy } = fit;
  const row = { shape, scale, basis: JSON.stringify(fit.basis), created_by: createdBy };
  await db
    .insertInto('life_fit')
    .values({ ...toTarget(target), ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['twin_id', 'taxonomy_id', 'risk_analysis_id', 'asset_id'])
        .doUpdateSet({ ...row, created_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Like `upsertFit`, for many assets of an analysis. */
export async function upsertFits(
  db: Db,
  analysisId: number,
  assetIds: readonly number[],
  { shape, scale, basis, createdBy }: Parameters<typeof upsertFit>[2],
): Promise<void> {
  await sql`
    insert into life_fit (risk_analysis_id, asset_id, shape, scale, basis, created_by)
    select ${analysisId}::int, asset_id, ${shape}::float8, ${scale}, ${JSON.stringify(basis)}::jsonb, ${createdBy}::int
    from unnest(${assetIds}::int[]) as asset_id
    on conflict (twin_id, taxonomy_id, risk_analysis_id, asset_id) do update set shape = excluded.shape,
      scale = excluded.scale, basis = excluded.basis, created_by = excluded.created_by, created_at = now()`.execute(
    db,
  );
}

export async function selectFit(db: Db, target: FitTarget) {
  const { twin_id, risk_analysis_id, asset_id } = toTarget(target);
  const row = await db
    .selectFrom('life_fit')
    .leftJoin('app_user', 'app_user.id', 'life_fit.created_by')
    .selectAll('life_fit')
    .select('user_name')
    .where('twin_id', 'is not distinct from', twin_id)
    .where('risk_analysis_id', 'is not distinct from', risk_analysis_id)
    .where('asset_id', 'is not distinct from', asset_id)
    .where('taxonomy_id', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
