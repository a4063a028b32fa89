import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { inServiceAt } from '../../assets/asset/service.ts';

export interface CandidateRow {
  twinId: number;
  assetName: string;
  level: number;
  risk: number | null;
  protectionId: number | null;
  since: Date | null;
  /** P-F intervals of the failure modes that the protection covers, as ISO 8601 durations. */
  pfIntervals: string[];
  /** The earliest target of its open advisories. */
  targetAt: Date | null;
}

/**
 * Selects the active twins in service above level 0 with data, each with its active protection of the highest level.
 */
export async function selectCandidates(db: Db): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select twin.id as "twinId", asset_name as "assetName", twin.level, history.risk,
      driving.id as "protectionId", due.target_at as "targetAt",
      coalesce(
        (select min(start_at) from excursion where excursion.protection_id = driving.id and end_at is null),
        (select max(at) from level_change where level_change.protection_id = driving.id)) as since,
      array(
        select pf_interval from failure_mode_protection link join failure_mode on failure_mode.id = failure_mode_id
        where link.protection_id = driving.id and pf_interval is not null) as "pfIntervals"
    from twin join asset on asset.id = twin.asset_id
    left join risk_history history
      on history.twin_id = twin.id and history.failure_mode_id is null and history.until_day is null
    left join lateral (
      select id from protection where twin_id = twin.id and active and level > 0
        and not exists (select from shelving where protection_id = protection.id)
      order by level desc, id limit 1) as driving on true
    left join (
      select twin_id, min(target_at) as target_at from advisory where state = 'active' group by twin_id
    ) as due on due.twin_id = twin.id
    where twin.active and twin.level > 0 and twin.silent_since is null
      and ${inServiceAt()}`.execute(db);
  return rows;
}

/** Selects the median risk of twins in service; null if no twin has a risk. */
export async function selectTypicalRisk(db: Db): Promise<number | null> {
  const { rows } = await sql<{ risk: number | null }>`
    select percentile_cont(0.5) within group (order by risk) as risk from risk_history
    where failure_mode_id is null and until_day is null and risk > 0`.execute(db);
  return rows[0]!.risk;
}

interface DrivingRow {
  protectionId: number;
  protectionName: string;
  thresholdId: number | null;
  thresholdName: string | null;
}

export async function selectDriving(db: Db, protectionIds: readonly number[]): Promise<DrivingRow[]> {
  const { rows } = await sql<DrivingRow>`
    select protection.id as "protectionId", protection.name as "protectionName", threshold.id as "thresholdId",
      threshold.name as "thresholdName"
    from protection left join threshold on threshold.id = driving_threshold_id
    where protection.id = any(${protectionIds}::int[])`.execute(db);
  return rows;
}

interface OpenAdvisoryRow {
  twinId: number;
  id: number;
  name: string;
  state: 'draft' | 'submitted' | 'rejected' | 'active';
  isToReview: boolean;
  targetDate: Date | null;
}

/**
 * Selects one open advisory per twin: the one that the user must review, otherwise the one with the earliest target.
 */
export async function selectOpenAdvisories(
  db: Db,
  twinIds: readonly number[],
  user: { userId: number; groups: readonly string[] },
): Promise<OpenAdvisoryRow[]> {
  const { rows } = await sql<OpenAdvisoryRow>`
    select distinct on (twin_id) twin_id as "twinId", id, name, state, "isToReview", target_at as "targetDate"
    from (
      select advisory.*, state = 'submitted' and exists (
        select from advisory_reviewer where advisory_id = advisory.id
          and (user_id = ${user.userId} or group_name = any(${user.groups}::text[]))) as "isToReview"
      from advisory
      where twin_id = any(${twinIds}::int[]) and state in ('draft', 'submitted', 'rejected', 'active')
    ) as open
    order by twin_id, "isToReview" desc, (state = 'active') desc, target_at nulls last, id`.execute(db);
  return rows;
}
