import type { EvaluationState } from '@twinward/domain/evaluation';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { twinLevelsChanged } from '../../twins/twin/events.ts';
import { lockTwins, type TwinLevel, updateTwinLevels } from '../../twins/twin/service.ts';
import {
  clearStates,
  type EvaluatedState,
  type ProtectionOfTwin,
  updateStates,
} from '../definition/service.ts';
import type { Evaluation } from './evaluation-result.ts';
import type { FoundExcursion } from './excursions.ts';
import type { History } from './tracking.ts';

/** A stored excursion. Times in epoch milliseconds. */
export interface KnownExcursion {
  thresholdId: number;
  start: number;
  /** Null while open. */
  end: number | null;
  announced: boolean;
  /** Start of the excursion that this one continues; null if none exists. */
  continues: number | null;
}

/**
 * Selects the excursions of protections that were not known to have ended at a time, by protection. Includes those of
 * thresholds that are not logged.
 */
export async function selectKnown(
  db: Db,
  wanted: readonly { protectionId: number; after: number | null }[],
): Promise<Map<number, KnownExcursion[]>> {
  const known = new Map<number, KnownExcursion[]>();
  if (wanted.length === 0) return known;
  const found = (table: RawBuilder<unknown>) => sql`
    select wanted.id as "protectionId", threshold_id as "thresholdId", announced,
      (extract(epoch from continues_at) * 1000)::float8 as continues,
      (extract(epoch from start_at) * 1000)::float8 as start, (extract(epoch from end_at) * 1000)::float8 as "end"
    from ${table} as excursion join unnest(
      ${wanted.map(({ protectionId }) => protectionId)}::int[],
      ${wanted.map(({ after }) => date(after))}::timestamptz[]
    ) as wanted (id, after) on protection_id = wanted.id
    where after is null or end_at is null or end_known_at > after`;
  const { rows } = await sql<KnownExcursion & { protectionId: number }>`
    ${found(sql`excursion`)} union all ${found(sql`unlogged_excursion`)}`.execute(db);
  for (const { protectionId, ...excursion } of rows) {
    const ofProtection = known.get(protectionId);
    if (ofProtection) ofProtection.push(excursion);
    else known.set(protectionId, [excursion]);
  }
  return known;
}

/** Locks protections (FOR UPDATE) and returns the tokens of their saved states, by id. */
export async function lockTokens(db: Db, protectionIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; token: string }>`
    select id, tracking_token as token from protection
    where id = any(${protectionIds}::int[]) and tracking_token is not null order by id for update`.execute(
    db,
  );
  return new Map(rows.map(({ id, token }) => [id, token]));
}

/** Reads the saved states of protections, with the version of the definition that they belong to. */
export async function readHistories(
  db: Db,
  protectionIds: readonly number[],
): Promise<Map<number, { version: number; history: History }>> {
  const { rows } = await sql<{ id: number; tracking: string; checkpoints: string | null }>`
    select id, tracking, checkpoints from protection
    where id = any(${protectionIds}::int[]) and tracking is not null`.execute(db);
  return new Map(
    rows.map(({ id, tracking, checkpoints }) => {
      const { version, states } = JSON.parse(tracking) as SavedTracking;
      return [id, { version, history: { states, checkpoints: JSON.parse(checkpoints ?? '[]') } }];
    }),
  );
}

interface SavedTracking {
  version: number;
  states: EvaluationState[];
}

const date = (time: number | null) => (time === null ? null : new Date(time));

/** Stores the results of evaluations: states, excursions and levels, and the levels of twins. */
export async function upsertEvaluations(db: Db, evaluations: readonly Evaluation[]): Promise<void> {
  if (evaluations.length === 0) return;
  await deleteOutdatedResults(db, evaluations);
  for (const table of excursionTables) await saveExcursions(db, table, evaluations);
  const levels = evaluations.flatMap(({ prepared: { stored }, levels: changes }) =>
    changes.map(({ time, level, driving }) => ({
      protection_id: stored.protectionId,
      at: date(time),
      level,
      driving_threshold_id: driving === null ? null : stored.thresholdIds[driving],
    })),
  );
  if (levels.length > 0) await insertLevels(db, levels);
  await insertAnswers(db, evaluations);
  await updateStates(db, evaluations.map(toEvaluatedState));
  const changed = evaluations.filter(({ changesTwin }) => changesTwin);
  if (changed.length > 0) {
    await recalculateTwinLevels(db, [...new Set(changed.map(({ prepared }) => prepared.stored.twinId))]);
  }
}

/**
 * Deletes the results that became known after the states from which evaluations started again. Excursions that were
 * found again keep their ids.
 */
async function deleteOutdatedResults(db: Db, evaluations: readonly Evaluation[]): Promise<void> {
  const back = evaluations.filter(({ replacesAfter }) => replacesAfter !== null);
  if (back.length === 0) return;
  const wentBack = sql`unnest(
    ${back.map(({ prepared }) => prepared.stored.protectionId)}::int[],
    ${back.map(({ replacesAfter }) => (Number.isFinite(replacesAfter) ? new Date(replacesAfter!) : null))}::timestamptz[]
  ) as back (protection_id, after)`;
  for (const table of excursionTables) {
    const again = back.flatMap((evaluation) =>
      selectLogged(evaluation, table).flatMap(({ threshold, start, startKnownAt }) => {
        const thresholdId = evaluation.prepared.stored.thresholdIds[threshold]!;
        return startKnownAt === null ? [] : [{ thresholdId, start: new Date(start) }];
      }),
    );
    await sql`
      delete from ${sql.table(table)} as excursion using ${wentBack}
      where excursion.protection_id = back.protection_id and (after is null or start_known_at > after)
        and (threshold_id, start_at) not in (
          select * from unnest(${again.map((one) => one.thresholdId)}::int[],
            ${again.map((one) => one.start)}::timestamptz[]))`.execute(db);
    await sql`
      update ${sql.table(table)} as excursion set end_at = null, end_known_at = null from ${wentBack}
      where excursion.protection_id = back.protection_id and end_at is not null
        and (after is null or end_known_at > after)`.execute(db);
  }
  for (const table of changeTables) {
    await sql`
      delete from ${sql.table(table)} as change using ${wentBack}
      where change.protection_id = back.protection_id and (after is null or at > after)`.execute(db);
  }
}

/** Tables of changes over time. */
const changeTables = ['level_change', 'pattern_answer_change'] as const;

/** Tables of logged excursions, and of those that are stored only to know which were announced. */
const excursionTables = ['excursion', 'unlogged_excursion'] as const;
type ExcursionTable = (typeof excursionTables)[number];

/** Selects the excursions of an evaluation that belong in a table. */
function selectLogged({ prepared, excursions }: Evaluation, table: ExcursionTable): FoundExcursion[] {
  const { thresholds } = prepared.stored.definition;
  return excursions.filter(
    ({ threshold }) => (thresholds[threshold]!.logExcursion === false) === (table === 'unlogged_excursion'),
  );
}

async function saveExcursions(
  db: Db,
  table: ExcursionTable,
  evaluations: readonly Evaluation[],
): Promise<void> {
  const excursions = evaluations.flatMap((evaluation) =>
    selectLogged(evaluation, table).map((found) => ({
      protection_id: evaluation.prepared.stored.protectionId,
      threshold_id: evaluation.prepared.stored.thresholdIds[found.threshold],
      start_at: date(found.start),
      start_known_at: date(found.startKnownAt),
      end_at: date(found.end),
      end_known_at: date(found.endKnownAt),
      announced: found.announced,
      continues_at: date(found.continues),
    })),
  );
  const opened = excursions.filter((excursion) => excursion.start_known_at !== null);
  const ended = excursions.filter((excursion) => excursion.start_known_at === null);
  if (opened.length > 0) await insertExcursions(db, table, opened);
  if (ended.length > 0) await updateExcursions(db, table, ended);
}

async function insertExcursions(db: Db, table: ExcursionTable, rows: readonly object[]): Promise<void> {
  await sql`
    insert into ${sql.table(table)}
      (protection_id, threshold_id, start_at, start_known_at, end_at, end_known_at, announced, continues_at)
    select protection_id, threshold_id, start_at, start_known_at, end_at, end_known_at, announced, continues_at
    from json_to_recordset(${JSON.stringify(rows)}) as found (protection_id int, threshold_id int,
      start_at timestamptz, start_known_at timestamptz, end_at timestamptz, end_known_at timestamptz,
      announced boolean, continues_at timestamptz)
    on conflict (threshold_id, start_at) do update set start_known_at = excluded.start_known_at,
      end_at = excluded.end_at, end_known_at = excluded.end_known_at, announced = excluded.announced,
      continues_at = excluded.continues_at`.execute(db);
}

async function updateExcursions(db: Db, table: ExcursionTable, rows: readonly object[]): Promise<void> {
  await sql`
    update ${sql.table(table)} as excursion set end_at = found.end_at, end_known_at = found.end_known_at,
      announced = coalesce(found.announced, excursion.announced)
    from json_to_recordset(${JSON.stringify(rows)}) as found (threshold_id int, start_at timestamptz,
      end_at timestamptz, end_known_at timestamptz, announced boolean)
    where excursion.threshold_id = found.threshold_id and excursion.start_at = found.start_at`.execute(db);
}

async function insertLevels(db: Db, rows: readonly object[]): Promise<void> {
  await sql`
    insert into level_change (protection_id, at, level, driving_threshold_id)
    select * from json_to_recordset(${JSON.stringify(rows)})
      as found (protection_id int, at timestamptz, level smallint, driving_threshold_id int)
    on conflict (protection_id, at) do update
      set level = excluded.level, driving_threshold_id = excluded.driving_threshold_id`.execute(db);
}

async function insertAnswers(db: Db, evaluations: readonly Evaluation[]): Promise<void> {
  const rows = evaluations.flatMap(({ prepared: { stored }, answers }) =>
    answers.map(({ time, pattern, refused }) => ({
      protection_id: stored.protectionId,
      at: date(time),
      pattern_id: pattern === null ? null : Number(stored.definition.patterns![pattern]),
      refused,
    })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into pattern_answer_change (protection_id, at, pattern_id, refused)
    select * from json_to_recordset(${JSON.stringify(rows)})
      as found (protection_id int, at timestamptz, pattern_id int, refused boolean)
    on conflict (protection_id, at) do update
      set pattern_id = excluded.pattern_id, refused = excluded.refused`.execute(db);
}

function toEvaluatedState({
  prepared,
  driving,
  evaluatedAt,
  nextChange,
  ...evaluation
}: Evaluation): EvaluatedState {
  const { stored, history, token } = prepared;
  return {
    protectionId: stored.protectionId,
    level: evaluation.level,
    drivingThresholdId: driving === null ? null : stored.thresholdIds[driving]!,
    evaluatedAt: date(evaluatedAt),
    stale: evaluation.stale,
    staleInputs: evaluation.staleInputs,
    silentSince: date(evaluation.silentSince),
    nextChangeAt: date(nextChange),
    token,
    tracking: JSON.stringify({
      version: stored.version,
      states: [...history.states],
    } satisfies SavedTracking),
    // Checkpoints are larger than the rest of the row, and rarely change.
    checkpoints: evaluation.checkpointsChanged ? JSON.stringify(history.checkpoints) : null,
  };
}

/**
 * Deletes the results of protections whose inputs have no points left.
 * @returns the protections that had results.
 */
export async function clearEvaluations(
  db: Db,
  protectionIds: readonly number[],
): Promise<ProtectionOfTwin[]> {
  const rows = await clearStates(db, protectionIds);
  if (rows.length === 0) return rows;
  for (const table of excursionTables) {
    await sql`delete from ${sql.table(table)} where protection_id = any(${protectionIds}::int[])`.execute(db);
  }
  for (const table of changeTables) {
    await sql`delete from ${sql.table(table)} where protection_id = any(${protectionIds}::int[])`.execute(db);
  }
  await recalculateTwinLevels(db, [...new Set(rows.map((row) => row.twinId))]);
  return rows;
}

/** Why a protection cannot be evaluated. */
export interface EvaluationError extends ProtectionOfTwin {
  message: string;
}

/**
 * Recalculates the levels of twins. A twin's level is the highest of its active protections that are not shelved. The
 * twin is silent if all protections at this level are, since the last of them became silent.
 */
export async function recalculateTwinLevels(db: Db, twinIds: readonly number[]): Promise<void> {
  // Locks the twins first: the second of two transactions must read what the first has stored.
  await lockTwins(db, twinIds);
  const { rows } = await sql<TwinLevel>`
    with counting as (
      select twin_id, level, silent_since, max(level) over (partition by twin_id) as highest
      from protection left join shelving on protection_id = protection.id
      where twin_id = any(${twinIds}::int[]) and active and shelving.until is null
    )
    select wanted.id as "twinId", max(highest) as level,
      case when bool_and(silent_since is not null) then max(silent_since) end as "silentSince"
    from unnest(${twinIds}::int[]) as wanted (id) left join counting on twin_id = wanted.id and level = highest
    group by wanted.id order by wanted.id`.execute(db);
  const changes = await updateTwinLevels(db, rows);
  if (changes.length > 0) await twinLevelsChanged.emit(db, changes);
}
