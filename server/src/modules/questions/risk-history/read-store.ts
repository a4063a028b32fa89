import type { RiskCause, RiskFigures, RiskStep } from '@twinward/contracts/questions/risk-history';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

async function executeRows<T>(query: RawBuilder<T>, db: Db): Promise<T[]> {
  return (await query.execute(db)).rows;
}

/** Statement that selects ids of twins; null for all twins. */
export type Twins = RawBuilder<unknown> | null;

const isAmong = (twins: Twins) => (twins === null ? sql`true` : sql`twin_id in (${twins})`);

/** Condition for the rows that are valid on a day. */
const holdsOn = (day: string) => sql`from_day <= ${day} and (until_day is null or until_day > ${day})`;

/** Selects the sum of the risk of twins on a day. */
export async function selectTotal(db: Db, day: string, twins: Twins): Promise<number> {
  const [row] = await executeRows(
    sql<{ risk: number }>`
      select coalesce(sum(risk), 0) as risk from risk_history
      where failure_mode_id is null and ${holdsOn(day)} and ${isAmong(twins)}`,
    db,
  );
  return row!.risk;
}

export async function selectNow(db: Db, twins: Twins): Promise<{ risk: number; withoutRisk: number }> {
  const [row] = await executeRows(
    sql<{ risk: number; withoutRisk: number }>`
      select coalesce(sum(risk), 0) as risk, count(*) filter (where risk is null) as "withoutRisk"
      from risk_history where failure_mode_id is null and until_day is null and ${isAmong(twins)}`,
    db,
  );
  return row!;
}

/** Selects the change of the risk of twins on each day after `from`. Omits days without a change. */
export function selectDailyChanges(
  db: Db,
  from: string,
  twins: Twins,
): Promise<{ day: string; change: number }[]> {
  return executeRows(
    sql<{ day: string; change: number }>`
      select day, sum(change) as change from (
        select from_day as day, risk as change from risk_history
        where failure_mode_id is null and from_day > ${from} and ${isAmong(twins)}
        union all
        select until_day, -risk from risk_history
        where failure_mode_id is null and until_day > ${from} and ${isAmong(twins)}
      ) as step where change is not null group by day order by day`,
    db,
  );
}

type CauseRow = Omit<RiskCause, 'failureModes'> & { twins: number; changeOfAll: number };

/** Selects the twins whose risk differs from that on a day, largest difference first. */
export async function selectCauses(db: Db, day: string, limit: number): Promise<CauseRow[]> {
  return executeRows(
    sql<CauseRow>`
      with before as (select * from risk_history where failure_mode_id is null and ${holdsOn(day)}),
        now as (select * from risk_history where failure_mode_id is null and until_day is null)
      select twin_id as "twinId", coalesce(asset.asset_name, now.name, before.name) as "assetName",
        case when twin.id is null then 'deleted' when now.id is null then 'out-of-service' else 'in-service' end as state,
        ${toFigures('before')} as before, ${toFigures('now')} as now,
        coalesce(now.risk, 0) - coalesce(before.risk, 0) as change,
        count(*) over () as twins,
        sum(coalesce(now.risk, 0) - coalesce(before.risk, 0)) over () as "changeOfAll"
      from before full join now using (twin_id)
      left join twin on twin.id = twin_id
      left join asset on asset.id = twin.asset_id
      where coalesce(before.risk, 0) <> coalesce(now.risk, 0)
      order by abs(coalesce(now.risk, 0) - coalesce(before.risk, 0)) desc, twin_id
      limit ${limit}`,
    db,
  );
}

const toFigures = (table: 'before' | 'now') => sql<RiskFigures | null>`
  case when ${sql.ref(table)}.id is not null then json_build_object('probability', ${sql.ref(`${table}.probability`)},
    'consequence', ${sql.ref(`${table}.consequence`)}, 'risk', ${sql.ref(`${table}.risk`)}) end`;

interface ModeCauseRow {
  twinId: number;
  name: string;
  before: number | null;
  now: number | null;
}

/** Selects the failure modes whose risk differs from that on a day, by twin, largest difference first. */
export function selectModeCauses(db: Db, day: string, twinIds: readonly number[]): Promise<ModeCauseRow[]> {
  const ofTwins = sql`failure_mode_id is not null and twin_id = any(${twinIds}::int[])`;
  return executeRows(
    sql<ModeCauseRow>`
      with before as (select * from risk_history where ${ofTwins} and ${holdsOn(day)}),
        now as (select * from risk_history where ${ofTwins} and until_day is null)
      select coalesce(now.twin_id, before.twin_id) as "twinId",
        coalesce(failure_mode.name, now.name, before.name) as name, before.risk as before, now.risk as now
      from before full join now using (failure_mode_id)
      left join failure_mode on failure_mode.id = failure_mode_id
      where coalesce(before.risk, 0) <> coalesce(now.risk, 0)
      order by abs(coalesce(now.risk, 0) - coalesce(before.risk, 0)) desc, failure_mode_id`,
    db,
  );
}

type StepOfTwin = RiskStep & {
  failureModeId: number | null;
  /** Name of the failure mode. */
  name: string;
  isDeleted: boolean;
};

/** Selects the rows of a twin and its failure modes that are valid on or after `from`, oldest first. */
export function selectStepsOfTwin(db: Db, twinId: number, from: string): Promise<StepOfTwin[]> {
  return executeRows(
    sql<StepOfTwin>`
      select failure_mode_id as "failureModeId", coalesce(failure_mode.name, history.name) as name,
        failure_mode_id is not null and failure_mode.id is null as "isDeleted", from_day as "from",
        until_day as "until", probability, consequence, risk, level
      from risk_history history left join failure_mode on failure_mode.id = failure_mode_id
      where history.twin_id = ${twinId} and (until_day is null or until_day > ${from})
      order by failure_mode_id nulls first, from_day`,
    db,
  );
}
