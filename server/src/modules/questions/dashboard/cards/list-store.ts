import type { AdvisoryState } from '@twinward/contracts/advisories/advisory';
import type { DataByKind } from '@twinward/contracts/questions/dashboard-data';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';
import { inServiceAt } from '../../../assets/asset/service.ts';
import type { Variables } from './scope.ts';
import { inScope } from './scope-store.ts';

/** Counts advisories by state, and the overdue ones among them. */
export async function selectAdvisoryCounts(db: Db, variables: Variables) {
  const { rows } = await sql<{ state: AdvisoryState; count: number; overdue: number }>`
    select state, count(*)::int as count,
      count(*) filter (where state = 'active' and target_at < now())::int as overdue
    from advisory where ${inScope(sql`advisory.twin_id`, variables)} group by state`.execute(db);
  return rows;
}

/** Selects active and submitted advisories: overdue ones first, then by level. */
export async function selectWaitingAdvisories(db: Db, variables: Variables, limit: number) {
  const { rows } = await sql<{
    id: number;
    twinId: number;
    assetName: string;
    name: string;
    state: AdvisoryState;
    level: number | null;
    targetAt: Date | null;
    overdue: boolean;
  }>`
    select advisory.id, twin_id as "twinId", asset_name as "assetName", name, state, advisory.level,
      target_at as "targetAt", coalesce(state = 'active' and target_at < now(), false) as overdue
    from advisory join twin on twin.id = twin_id join asset on asset.id = asset_id
    where state in ('active', 'submitted') and ${inScope(sql`advisory.twin_id`, variables)}
    order by overdue desc, advisory.level desc nulls last, target_at nulls last, advisory.id
    limit ${limit}`.execute(db);
  return rows;
}

/** Selects the protections with the most closed advisories. */
export async function selectProtectionsWithOutcomes(db: Db, variables: Variables, limit: number) {
  const { rows } = await sql<{ id: number; name: string; twinId: number; assetName: string }>`
    with most as (
      select protection_id, count(outcome) as outcomes from advisory
      where protection_id is not null and ${inScope(sql`advisory.twin_id`, variables)}
      group by protection_id order by outcomes desc, protection_id limit ${limit}
    )
    select protection.id, protection.name, twin_id as "twinId", asset_name as "assetName"
    from most join protection on protection.id = protection_id join twin on twin.id = twin_id
    join asset on asset.id = asset_id
    order by outcomes desc, protection.id`.execute(db);
  return rows;
}

/** Selects the active twins without data, those without data for the longest time first. */
export async function selectSilentTwins(db: Db, variables: Variables, limit: number) {
  const { rows } = await sql<{
    twinId: number;
    assetName: string;
    level: number | null;
    silentSince: Date;
    total: number;
  }>`
    select twin.id as "twinId", asset_name as "assetName", level, silent_since as "silentSince",
      count(*) over ()::int as total
    from twin join asset on asset.id = asset_id
    where active and silent_since is not null and ${inScope(sql`twin.id`, variables)}
    order by silent_since, twin.id limit ${limit}`.execute(db);
  return rows;
}

/** Selects the twins in service with the highest risk. A twin without a consequence uses those of its failure modes. */
export async function selectTopRisks(db: Db, variables: Variables, limit: number) {
  const { rows } = await sql<DataByKind<'top-risks'>['twins'][number] & { total: number }>`
    with first as (
      select history.twin_id, asset_name, twin.level, probability, consequence, risk, count(*) over ()::int as total
      from risk_history history join twin on twin.id = history.twin_id join asset on asset.id = twin.asset_id
      where failure_mode_id is null and until_day is null and risk > 0 and ${inServiceAt()}
        and ${inScope(sql`twin.id`, variables)}
      order by risk desc, twin_id limit ${limit}
    )
    select twin_id as "twinId", asset_name as "assetName", level, probability, risk, total,
      coalesce(consequence, (
        select sum(mode.consequence) from risk_history mode
        where mode.twin_id = first.twin_id and failure_mode_id is not null and until_day is null)) as consequence
    from first order by risk desc, twin_id`.execute(db);
  return rows;
}

/** Counts active twins by level, and whether they are silent. */
export async function selectLevelCounts(db: Db, variables: Variables) {
  const { rows } = await sql<{ level: number | null; isSilent: boolean; count: number }>`
    select level, silent_since is not null as "isSilent", count(*)::int as count
    from twin where active and ${inScope(sql`twin.id`, variables)} group by 1, 2`.execute(db);
  return rows;
}
