import type { RenewalWork } from '@twinward/domain/risk/age';
import { sql } from 'kysely';
import { toArrayParameter } from '../../../platform/database/array.ts';
import type { Db } from '../../../platform/database/database.ts';

type RenewalRow = RenewalWork & { assetId: number };

/**
 * Selects the work that may renew assets, with the latest completion: corrective work by mechanism, and preventive work
 * of activities that renew. Preventive work belongs to the activity of the input under which it is recorded; if several
 * activities share the tag, to the one with its name. A repair that starts on the day of `asOf` counts as open from its
 * start.
 */
export async function selectRenewalWork(
  db: Db,
  assetIds: readonly number[],
  asOf: Date,
): Promise<Map<number, RenewalWork[]>> {
  const ids = toArrayParameter('int', assetIds, (id) => id);
  const { rows } = await sql<RenewalRow>`
    with work_tag as (
      select asset_tag.asset_id, tag.id as tag_id from asset_tag join tag on tag.id = asset_tag.tag_id
      where asset_tag.asset_id = any(${ids}) and tag.type = 'work'
      union
      select twin.asset_id, alias.mapped_tag_id from twin join tag_alias alias on alias.twin_id = twin.id
      where twin.asset_id = any(${ids}) and alias.type = 'work' and alias.mapped_tag_id is not null
    ), activity_tag as (
      select twin.asset_id, activity.id, activity.name, activity.renews, alias.mapped_tag_id as tag_id,
        count(*) over (partition by twin.id, alias.mapped_tag_id) as sharing
      from twin join activity on activity.twin_id = twin.id
      join tag_alias alias on alias.id = activity.tag_alias_id
      where twin.asset_id = any(${ids})
    )
    select work_tag.asset_id as "assetId", '"failure"'::jsonb as renews, work.failure_mechanism as mechanism,
      round(extract(epoch from max(work.completed_at)) * 1000)::float8 as completed,
      bool_or(work.completed_at is null
        and work.started_at < ${asOf}::timestamptz + interval '1 day') as "isOpen"
    from work_tag join work on work.tag_id = work_tag.tag_id
    where work.kind = 'corrective' and (work.started_at is not null or work.completed_at is not null)
    group by work_tag.asset_id, work.failure_mechanism
    union all
    select activity_tag.asset_id, case renews when 'all' then '"all"'::jsonb
        else (select coalesce(jsonb_agg(failure_mode_id), '[]') from activity_failure_mode mode
          where mode.activity_id = activity_tag.id) end,
      null, round(extract(epoch from max(work.completed_at)) * 1000)::float8, false
    from activity_tag join work on work.tag_id = activity_tag.tag_id
    where renews <> 'none' and work.kind = 'preventive' and work.completed_at is not null
      and (sharing = 1 or lower(btrim(work.name)) = lower(btrim(activity_tag.name)))
    group by activity_tag.asset_id, activity_tag.id, renews`.execute(db);
  const byAsset = new Map<number, RenewalWork[]>();
  for (const { assetId, ...item } of rows) {
    const others = byAsset.get(assetId);
    if (others) others.push(item);
    else byAsset.set(assetId, [item]);
  }
  return byAsset;
}
