import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '@twinward/server/src/platform/database/tenants.ts';
import { sql } from 'kysely';

/** The number of tags, and of protections per tag. */
export interface EvaluatedTags {
  tags: number;
  protectionsPerTag: number;
}

/**
 * Creates an asset, a twin, tags named `load.1`, `load.2` and so on, and protections for each tag. Their level is 500
 * above 90, and 750 if the mean of a minute is above 60.
 * @returns the ids of the tags
 */
export async function seedTags(
  { db }: Tenant,
  { tags, protectionsPerTag }: EvaluatedTags,
): Promise<number[]> {
  const { rows } = await sql<{ tag_id: number }>`
    with asset as (
      insert into asset (unique_id, asset_name)
      select 'LOAD-' || i, 'Load ' || i from generate_series(1, ${tags}::int) as i returning id
    ), numbered as (
      select id, row_number() over (order by id) as i from asset
    ), tag as (
      insert into tag (name, caption, type) select 'load.' || i, 'Load', 'data_point' from numbered returning id, name
    ), tagged as (
      insert into asset_tag (asset_id, tag_id)
      select numbered.id, tag.id from numbered join tag on tag.name = 'load.' || i returning asset_id, tag_id
    ), twin as (
      insert into twin (asset_id, active) select id, true from asset returning id, asset_id
    ), alias as (
      insert into tag_alias (twin_id, mapped_tag_id, type, name)
      select twin.id, tag_id, 'data_point', 'Load' from twin join tagged using (asset_id)
      returning id, twin_id
    ), protection as (
      insert into protection (twin_id, name, type, active)
      select twin.id, 'Load ' || n, 'condition', true from twin, generate_series(1, ${protectionsPerTag}::int) as n
      returning id, twin_id
    ), threshold as (
      insert into threshold (protection_id, position, name, logic, level)
      select id, position, name, logic, level from protection, (values
        (0, 'High', '[Load] > 90', 500), (1, 'Mean', 'AVERAGE([Load], #1m) > 60', 750)
      ) as wanted (position, name, logic, level)
    ), of_alias as (
      insert into protection_alias (protection_id, tag_alias_id)
      select protection.id, alias.id from protection join alias using (twin_id)
    ), input as (
      insert into protection_input (protection_id, alias, tag_id)
      select protection.id, 'Load', tag_id
      from protection join twin on twin.id = twin_id join tagged on tagged.asset_id = twin.asset_id
    )
    select tag_id from tagged order by tag_id`.execute(db);
  return rows.map((row) => row.tag_id);
}

/** Waits until every stored point is evaluated. */
export async function evaluated({ db }: Tenant): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from point_change) or exists (select from evaluation_due) as waiting`.execute(db);
    if (!rows[0]!.waiting) return;
    await delay(20);
  }
}

/** Fails if a protection can't be evaluated, because its short duration would distort the result. */
export async function assertEvaluated({ db }: Tenant): Promise<void> {
  const { rows } = await sql<{ error: string | null }>`
    select error from protection where evaluated_at is null or error is not null limit 1`.execute(db);
  if (rows[0]) throw new Error(`a protection of the load is not evaluated: ${rows[0].error}`);
}
