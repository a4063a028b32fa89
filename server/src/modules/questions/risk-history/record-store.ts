import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { HistoryChange, HistoryFigures, HistoryStep } from '@twinward/domain/risk/history';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { inServiceAt } from '../../assets/asset/service.ts';

/** A twin (`failureModeId` is null) or one of its failure modes. */
export interface Subject {
  twinId: number;
  failureModeId: number | null;
  assetId: number;
  name: string;
}

/** A row of the history with its subject. */
export type StepRow = HistoryStep & Subject & { id: number };

/** Selects the first day of the history, and the last day whose start was recorded; null before the first. */
export async function selectState(db: Db): Promise<{ firstDay: string; recordedDay: string } | null> {
  const { rows } = await sql<{ firstDay: string; recordedDay: string }>`
    select first_day as "firstDay", recorded_day as "recordedDay" from risk_history_state`.execute(db);
  return rows[0] ?? null;
}

export async function upsertState(db: Db, day: string): Promise<void> {
  await sql`
    insert into risk_history_state (first_day, recorded_day) values (${day}, ${day})
    on conflict (singleton) do update set recorded_day = greatest(risk_history_state.recorded_day, excluded.recorded_day)`.execute(
    db,
  );
}

/** Locks the current rows of assets (`FOR UPDATE`), in the order of their ids. */
export async function lockCurrentSteps(db: Db, assetIds: readonly number[]): Promise<void> {
  await sql`
    select from risk_history where asset_id = any(${assetIds}::int[]) and until_day is null
    order by id for update`.execute(db);
}

/** Selects the rows of assets that are current, or that ended on a day. */
export async function selectSteps(db: Db, assetIds: readonly number[], today: string): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    with subject as (
      select distinct twin_id from risk_history where asset_id = any(${assetIds}::int[]) and until_day is null
      union select id from twin where asset_id = any(${assetIds}::int[])
    )
    select history.id, twin_id as "twinId", failure_mode_id as "failureModeId", asset_id as "assetId", name,
      from_day as "from", until_day as "until", probability, consequence, risk, level
    from subject join risk_history history using (twin_id)
    where until_day is null or until_day = ${today}`.execute(db);
  return rows;
}

/** The inputs of a twin's risk. */
interface TwinInputs extends Subject {
  failureModeId: null;
  startDate: Date | null;
  missionTime: string | null;
  parameters: FailureDistributionParameters | null;
  consequence: number | null;
  level: number | null;
}

/** Selects the twins of assets that are in service. */
export async function selectTwins(db: Db, assetIds: readonly number[], now: Date): Promise<TwinInputs[]> {
  const { rows } = await sql<TwinInputs>`
    select twin.id as "twinId", null as "failureModeId", twin.asset_id as "assetId", asset_name as name,
      twin.start_date as "startDate", twin.mission_time as "missionTime",
      probability.failure_distribution_parameters as parameters, consequence.value as consequence, twin.level
    from twin join asset on asset.id = twin.asset_id
    left join probability on probability.twin_id = twin.id
    left join consequence on consequence.twin_id = twin.id
    where twin.asset_id = any(${assetIds}::int[])
      and ${inServiceAt(now)}`.execute(db);
  return rows;
}

export interface ModeInputs extends Subject {
  failureModeId: number;
  parameters: FailureDistributionParameters | null;
  /** Stored probability within the mission, in percent. */
  probability: number | null;
  consequence: number | null;
}

export async function selectModes(db: Db, twinIds: readonly number[]): Promise<ModeInputs[]> {
  const { rows } = await sql<ModeInputs>`
    select mode.twin_id as "twinId", mode.id as "failureModeId", twin.asset_id as "assetId", mode.name,
      probability.failure_distribution_parameters as parameters, probability.value as probability,
      consequence.value as consequence
    from failure_mode mode join twin on twin.id = mode.twin_id
    left join probability on probability.failure_mode_id = mode.id
    left join consequence on consequence.failure_mode_id = mode.id
    where mode.twin_id = any(${twinIds}::int[])`.execute(db);
  return rows;
}

/** A planned change of the history of a twin or failure mode. */
export type StepChange = HistoryChange<StepRow> & { subject: Subject };

/** Writes changes of the history for a day. Removes and ends rows before it inserts their successors. */
export async function writeSteps(db: Db, changes: readonly StepChange[], today: string): Promise<void> {
  const listIds = (kind: 'remove' | 'reopen' | 'end') =>
    changes.flatMap((change) => (change[kind] ? [change[kind].id] : []));
  const [removed, ended, reopened] = [listIds('remove'), listIds('end'), listIds('reopen')];
  if (removed.length > 0)
    await sql`delete from risk_history where id = any(${removed}::bigint[])`.execute(db);
  if (ended.length > 0) await setUntil(db, ended, today);
  if (reopened.length > 0) await setUntil(db, reopened, null);
  await updateSteps(
    db,
    changes.flatMap(({ replace }) => (replace ? [replace] : [])),
  );
  await insertSteps(
    db,
    changes.flatMap(({ add, subject }) => (add ? [{ ...add, subject }] : [])),
  );
}

async function setUntil(db: Db, ids: readonly number[], day: string | null): Promise<void> {
  await sql`update risk_history set until_day = ${day} where id = any(${ids}::bigint[])`.execute(db);
}

async function updateSteps(
  db: Db,
  replaced: readonly { step: StepRow; figures: HistoryFigures }[],
): Promise<void> {
  if (replaced.length === 0) return;
  const rows = replaced.map(({ step, figures }) => ({ id: step.id, ...figures }));
  await sql`
    update risk_history set probability = figure.probability, consequence = figure.consequence,
      risk = figure.risk, level = figure.level
    from json_to_recordset(${JSON.stringify(rows)})
      as figure (id bigint, probability smallint, consequence int, risk float8, level smallint)
    where risk_history.id = figure.id`.execute(db);
}

async function insertSteps(
  db: Db,
  added: readonly { from: string; figures: HistoryFigures; subject: Subject }[],
): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ from, figures, subject }) => ({ ...subject, ...figures, from }));
  // A conflict occurs if two processes record the same subject for the first time concurrently.
  await sql`
    insert into risk_history
      (twin_id, failure_mode_id, asset_id, name, from_day, probability, consequence, risk, level)
    select "twinId", "failureModeId", "assetId", name, "from", probability, consequence, risk, level
    from json_to_recordset(${JSON.stringify(rows)})
      as figure ("twinId" int, "failureModeId" int, "assetId" int, name text, "from" date,
        probability smallint, consequence int, risk float8, level smallint)
    on conflict do nothing`.execute(db);
}

/** Selects the next assets after an id that have a twin or a row in the history, in the order of their ids. */
export async function selectAssetsAfter(db: Db, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select asset_id as id from twin where asset_id > ${after} order by asset_id limit ${limit})
      union
      (select distinct asset_id from risk_history where asset_id > ${after} and until_day is null
        order by asset_id limit ${limit})
    ) as known order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Sets the level of twins on a past day to the highest of the day, from the level changes of their active protections.
 * Ignores shelved protections.
 * @param day the day from `from` to `to`
 */
export async function updateLevelsOfDay(
  db: Db,
  { day, next, from, to }: { day: string; next: string; from: Date; to: Date },
): Promise<void> {
  await sql`
    with highest as materialized (
      select protection.twin_id, max(held.level) as level
      from protection cross join lateral (
        (select level from level_change where protection_id = protection.id and at <= ${from} order by at desc limit 1)
        union all
        (select level from level_change where protection_id = protection.id and at > ${from} and at < ${to})
      ) as held
      where protection.active and not exists (select from shelving where protection_id = protection.id)
      group by protection.twin_id
    ), changed as (
      update risk_history history set
        until_day = case when before.from_day < ${day}::date then ${day}::date else before.until_day end,
        level = case when before.from_day < ${day}::date then before.level else highest.level end
      from highest join risk_history before on before.twin_id = highest.twin_id
      where history.id = before.id and before.failure_mode_id is null
        and before.from_day <= ${day} and (before.until_day is null or before.until_day > ${day})
        and case when before.from_day < ${day}::date then before.level is distinct from highest.level
          else highest.level > coalesce(before.level, -1) end
      returning history.*, before.until_day as ended, highest.level as highest
    )
    insert into risk_history
      (twin_id, asset_id, name, from_day, until_day, probability, consequence, risk, level)
    select twin_id, asset_id, name, ${day}::date, ended, probability, consequence, risk, highest
    from changed where from_day < ${day}::date`.execute(db);
  await joinEqualSteps(db, day);
  await joinEqualSteps(db, next);
}

/** Merges rows of twins that start on a day with the preceding rows if their values are equal. */
async function joinEqualSteps(db: Db, day: string): Promise<void> {
  const { rows } = await sql<{ later: number; earlier: number; until: string | null }>`
    select later.id as later, earlier.id as earlier, later.until_day as until
    from risk_history later join risk_history earlier
      on earlier.twin_id = later.twin_id and earlier.failure_mode_id is null and earlier.until_day = later.from_day
    where later.from_day = ${day} and later.failure_mode_id is null
      and (later.probability, later.consequence, later.risk, later.level)
        is not distinct from (earlier.probability, earlier.consequence, earlier.risk, earlier.level)
    order by later.id for update`.execute(db);
  if (rows.length === 0) return;
  await sql`delete from risk_history where id = any(${rows.map(({ later }) => later)}::bigint[])`.execute(db);
  await sql`
    update risk_history set until_day = joined.until
    from unnest(${rows.map(({ earlier }) => earlier)}::bigint[], ${rows.map(({ until }) => until)}::date[])
      as joined (id, until)
    where risk_history.id = joined.id`.execute(db);
}
