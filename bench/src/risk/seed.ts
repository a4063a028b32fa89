import { recalculate } from '@twinward/server/src/modules/risk/risk-analysis/service.ts';
import type { Database } from '@twinward/server/src/platform/database/database.ts';
import { withTransaction } from '@twinward/server/src/platform/database/transaction.ts';
import { fillInBulk } from '../bulk.ts';

/** A created analysis, and its number of assets. */
export interface SeededAnalysis {
  id: number;
  name: string;
  assets: number;
}

/**
 * Creates the assets of the largest analysis, every fifth with a twin, and two analyses of the first assets. Inserts in
 * bulk without triggers, and calculates the figures at the end.
 */
export async function seedAnalyses(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  sizes: readonly number[],
): Promise<SeededAnalysis[]> {
  const analyses = await fillInBulk(pool, async (client) => {
    await client.query(assets, [Math.max(...sizes)]);
    await client.query(twins);
    await client.query(probabilities);
    await client.query(consequences);
    const made: SeededAnalysis[] = [];
    for (const size of sizes) {
      const name = `Risk of ${size} assets`;
      const { rows } = await client.query<{ id: number }>(analysis, [name]);
      const id = rows[0]!.id;
      await client.query(entries, [id, size]);
      made.push({ id, name, assets: size });
    }
    return made;
  });
  for (const { id } of analyses)
    await withTransaction(db, (transaction) => recalculate(transaction, id, null));
  await pool.query('analyze');
  return analyses;
}

/** Cycles through all classes that have a benchmark. */
const assets = `
  with entries as (
    select id, class, concat_ws(' - ', category, class) as label,
      row_number() over (order by id) - 1 as i, count(*) over () as count
    from taxonomy_entry where class is not null and type is null
  )
  insert into asset (unique_id, asset_name, is_equipment, taxonomy_id, class_label)
  select 'RISK-' || n, upper(left(class, 2)) || '-' || lpad(n::text, 6, '0'), true, entries.id, label
  from generate_series(1, $1::int) as n join entries on entries.i = n % entries.count
  order by n`;

const twins = `
  with made as (
    insert into twin (asset_id, active, start_date, mission_time)
    select id, true, '2024-01-01'::timestamptz + id % 700 * interval '1 day', 'P1Y'
    from asset where unique_id like 'RISK-%' and id % 5 = 0
    returning id, asset_id)
  update asset set asset_twin_id = made.id from made where asset.id = asset_id`;

/** Probabilities of the twin if the asset has one, else of the asset. */
const probabilities = `
  insert into probability (twin_id, asset_id, failure_distribution, failure_distribution_parameters)
  select twin.id, case when twin.id is null then asset.id end, 'weibull',
    jsonb_build_object('distribution', 'weibull', 'shape', 1 + asset.id % 20 / 10.0,
      'scale', 'P' || 300 + asset.id % 2000 || 'D')
  from asset left join twin on twin.asset_id = asset.id where unique_id like 'RISK-%'`;

const consequences = `
  insert into consequence (twin_id, asset_id, value)
  select twin.id, case when twin.id is null then asset.id end, 1000 * (1 + asset.id % 500)
  from asset left join twin on twin.asset_id = asset.id where unique_id like 'RISK-%'`;

const analysis = `
  insert into risk_analysis (name, start_date, mission_time, end_date)
  values ($1, '2026-01-01', 'P1Y', '2027-01-01') returning id`;

const entries = `
  insert into risk_analysis_asset (risk_analysis_id, asset_id, improve)
  select $1, id, id % 3 = 0 from asset where unique_id like 'RISK-%' order by id limit $2`;
