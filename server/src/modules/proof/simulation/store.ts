import type { SimulationStatus } from '@twinward/contracts/protections/simulation';
import { type RawBuilder, sql } from 'kysely';
import { toArrayParameter } from '../../../platform/database/array.ts';
import type { Db } from '../../../platform/database/database.ts';
import { findPage } from '../../../platform/database/list.ts';
import {
  type DrawnWindow,
  type SpanRow,
  selectDrawnSpans,
  selectSpanTallies,
  type TallyRange,
  type TallyRow,
} from '../../../platform/database/spans.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';
import type { SimulatedPart } from '../../protections/evaluation/service.ts';
import type { SimulationInput, SimulationResult } from './document.ts';
import type { Changed, Found, FoundAnswer } from './result.ts';

function selectSimulations(db: Db) {
  return db
    .selectFrom('simulation')
    .innerJoin('protection', 'protection.id', 'simulation.protection_id')
    .innerJoin('twin', 'twin.id', 'protection.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(({ ref }) => [
      ref('simulation.input').$castTo<SimulationInput>().as('input'),
      ref('simulation.result').$castTo<SimulationResult | null>().as('result'),
      'simulation.id',
      'simulation.protection_id',
      'simulation.command_id',
      'simulation.created_by',
      'simulation.created_at',
      'simulation.range_start',
      'simulation.range_end',
      'simulation.status',
      'simulation.percent',
      'simulation.status_at',
      'simulation.completed_at',
      'simulation.definition_version',
      'simulation.log',
      'simulation.error',
      'protection.twin_id',
      'protection.name as protection_name',
      'protection.updated_at',
      'asset.asset_name',
      // The definition's version also changes with the mapping of its inputs.
      sql<boolean>`simulation.created_at < protection.updated_at
        or simulation.definition_version <> protection.definition_version`.as('stale'),
    ]);
}
export type SimulationRow = Awaited<ReturnType<ReturnType<typeof selectSimulations>['execute']>>[number];

export async function selectSimulation(db: Db, id: number): Promise<SimulationRow | null> {
  return (await selectSimulations(db).where('simulation.id', '=', id).executeTakeFirst()) ?? null;
}

export async function selectProtectionSimulation(
  db: Db,
  protectionId: number,
): Promise<SimulationRow | null> {
  const row = await selectSimulations(db).where('protection_id', '=', protectionId).executeTakeFirst();
  return row ?? null;
}

/**
 * Locks the protection (`FOR NO KEY UPDATE`), to serialize starting, applying and deleting simulations.
 * @returns null if it does not exist
 */
export async function lockProtection(db: Db, id: number): Promise<{ twin_id: number } | null> {
  const row = await db
    .selectFrom('protection')
    .select('twin_id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function selectTracking(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('simulation').select('tracking').where('id', '=', id).executeTakeFirst();
  return row?.tracking ?? null;
}

export interface NewSimulationRow {
  protectionId: number;
  createdBy: number;
  from: Date;
  to: Date;
  version: number;
  input: SimulationInput;
}

export async function insertSimulation(db: Db, row: NewSimulationRow): Promise<number> {
  const { id } = await db
    .insertInto('simulation')
    .values({
      protection_id: row.protectionId,
      created_by: row.createdBy,
      range_start: row.from,
      range_end: row.to,
      definition_version: row.version,
      input: JSON.stringify(row.input),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setCommand(db: Db, id: number, commandId: string): Promise<void> {
  await db.updateTable('simulation').set({ command_id: commandId }).where('id', '=', id).execute();
}

export const deleteSimulationRow = tableRows('simulation').delete;

/**
 * Updates the state of a simulation, and thereby locks its row.
 * @returns null if it was deleted
 */
export async function updateStatus(
  db: Db,
  id: number,
  status: SimulationStatus,
  percent: number,
  line?: string,
): Promise<{ id: number } | null> {
  const { rows } = await sql<{ id: number }>`
    update simulation set status = ${status}, percent = ${percent}, status_at = now(),
      log = log || ${line === undefined ? [] : [line]}::text[]
    where id = ${id} returning id`.execute(db);
  return rows[0] ?? null;
}

/** Marks a simulation that has not ended as failed, with its error. */
export async function markFailed(db: Db, commandId: string): Promise<void> {
  await sql`
    update simulation set status = 'error', status_at = now(),
      error = case command.status when 'canceled' then 'It was canceled.' else command.error end
    from command
    where command.id = ${commandId} and simulation.command_id = command.id
      and simulation.status not in ('done', 'error')`.execute(db);
  await sql`
    delete from simulation_excursion using simulation
    where simulation.id = simulation_id and command_id = ${commandId} and status = 'error'`.execute(db);
}

export async function insertResult(
  db: Db,
  id: number,
  result: SimulationResult,
  tracking: string | null,
  line: string,
): Promise<void> {
  await sql`
    update simulation set status = 'done', percent = 100, status_at = now(), completed_at = now(),
      result = ${JSON.stringify(result)}, tracking = ${tracking}, log = log || ${[line]}::text[]
    where id = ${id}`.execute(db);
}

/** Deletes the findings of an earlier run. */
export async function clearFound(db: Db, id: number): Promise<void> {
  await sql`delete from simulation_excursion where simulation_id = ${id}`.execute(db);
  await sql`delete from simulation_level where simulation_id = ${id}`.execute(db);
  await sql`delete from simulation_answer where simulation_id = ${id}`.execute(db);
}

/** Rows per statement. */
const batch = 20_000;

function* splitBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += batch) yield rows.slice(start, start + batch);
}

/** Converts epoch milliseconds to an array of seconds for `to_timestamp`: exact to the millisecond. */
const toSeconds = <Row>(rows: readonly Row[], pick: (row: Row) => number | null) =>
  toArrayParameter('double precision', rows, (row) => (pick(row) ?? Number.NaN) / 1000);

/** Inserts excursions of a simulation whose row is locked. */
export async function insertFound(
  db: Db,
  id: number,
  variant: number,
  excursions: readonly Found[],
): Promise<void> {
  for (const rows of splitBatches(excursions)) {
    await sql`
      insert into simulation_excursion
        (simulation_id, variant, threshold, start_at, end_at, start_known_at, end_known_at)
      select ${id}::int, ${variant}::smallint, threshold, to_timestamp(start_at), to_timestamp(end_at),
        to_timestamp(start_known_at), to_timestamp(end_known_at)
      from unnest(
        ${toArrayParameter('smallint', rows, (row) => row.threshold)},
        ${toSeconds(rows, (row) => row.start)}, ${toSeconds(rows, (row) => row.end)},
        ${toSeconds(rows, (row) => row.startKnownAt)}, ${toSeconds(rows, (row) => row.endKnownAt)}
      ) as found (threshold, start_at, end_at, start_known_at, end_known_at)`.execute(db);
  }
}

/** @param piece sequence number; increases with the time of the levels */
export async function insertLevels(
  db: Db,
  id: number,
  piece: number,
  levels: readonly FoundLevel[],
): Promise<void> {
  if (levels.length === 0) return;
  await sql`
    insert into simulation_level (simulation_id, piece, at, level, driving)
    values (${id}, ${piece}, ${toArrayParameter('bigint', levels, ({ time }) => time)},
      ${toArrayParameter('smallint', levels, ({ level }) => level)},
      ${toArrayParameter('smallint', levels, ({ driving }) => driving ?? Number.NaN)})`.execute(db);
}

/** @param piece sequence number; increases with the time of the answers */
export async function insertAnswers(
  db: Db,
  id: number,
  piece: number,
  answers: readonly FoundAnswer[],
): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    insert into simulation_answer (simulation_id, piece, at, pattern_id, refused)
    values (${id}, ${piece}, ${toArrayParameter('bigint', answers, ({ time }) => time)},
      ${toArrayParameter('int', answers, ({ patternId }) => patternId ?? Number.NaN)},
      ${answers.map(({ refused }) => refused)}::boolean[])`.execute(db);
}

export async function updateChanges(db: Db, id: number, changed: readonly Changed[]): Promise<void> {
  for (const rows of splitBatches(changed)) {
    await sql`
      update simulation_excursion as own set change = found.change
      from unnest(
        ${toArrayParameter('smallint', rows, (row) => row.variant)},
        ${toArrayParameter('smallint', rows, (row) => row.found.threshold)},
        ${toSeconds(rows, (row) => row.found.start)}, ${rows.map((row) => row.change)}::text[]
      ) as found (variant, threshold, start_at, change)
      where own.simulation_id = ${id} and own.variant = found.variant and own.threshold = found.threshold
        and own.start_at = to_timestamp(found.start_at)`.execute(db);
  }
}

type FoundLevel = SimulatedPart['levels'][number];

export interface ExcursionRange {
  variant: number;
  from?: Date | undefined;
  to?: Date | undefined;
  change?: 'gained' | 'lost' | 'moved' | undefined;
}

function selectFound(db: Db, id: number, { variant, from, to, change }: ExcursionRange) {
  return db
    .selectFrom('simulation_excursion')
    .select(['threshold', 'start_at', 'end_at', 'change'])
    .where('simulation_id', '=', id)
    .where('variant', '=', variant)
    .$if(to !== undefined, (query) => query.where('start_at', '<', to!))
    .$if(from !== undefined, (query) =>
      query.where((eb) => eb.or([eb('end_at', 'is', null), eb('end_at', '>', from!)])),
    )
    .$if(change !== undefined, (query) => query.where('change', '=', change!));
}

export function selectExcursionPage(
  db: Db,
  id: number,
  range: ExcursionRange,
  { limit, offset }: { limit: number; offset: number },
) {
  return findPage(selectFound(db, id, range), { orderBy: sql`start_at, threshold`, limit, offset });
}

export type FoundRow = Awaited<ReturnType<ReturnType<typeof selectFound>['execute']>>[number];

/** Selects a page of excursions after the given one, oldest first. */
export function selectExcursionsAfter(
  db: Db,
  id: number,
  variant: number,
  after: { start: Date; threshold: number } | null,
  limit: number,
): Promise<FoundRow[]> {
  return selectFound(db, id, { variant })
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(start_at, threshold) > (${after!.start}, ${after!.threshold})`),
    )
    .orderBy('start_at')
    .orderBy('threshold')
    .limit(limit)
    .execute();
}

/** Selects all excursions for scoring, oldest first. Times in epoch milliseconds. */
export async function selectScored(
  db: Db,
  id: number,
  variant: number,
): Promise<{ threshold: number; start: number; end: number | null }[]> {
  const { rows } = await sql<{ threshold: number; start: number; end: number | null }>`
    select threshold, (extract(epoch from start_at) * 1000)::float8 as start,
      (extract(epoch from end_at) * 1000)::float8 as end from simulation_excursion
    where simulation_id = ${id} and variant = ${variant} order by start_at, threshold`.execute(db);
  return rows;
}

const excursionRows = (id: number, variant: number) => sql`
  select threshold as key, start_at, end_at from simulation_excursion
  where simulation_id = ${id} and variant = ${variant}`;

/** Selects the excursions, merged for a chart, by threshold and start. */
export function selectSpans(db: Db, id: number, variant: number, window: DrawnWindow): Promise<SpanRow[]> {
  return selectDrawnSpans(db, excursionRows(id, variant), window);
}

/** Counts the excursions in a range, by threshold. */
export function selectTallies(db: Db, id: number, variant: number, range: TallyRange): Promise<TallyRow[]> {
  return selectSpanTallies(db, excursionRows(id, variant), range);
}

/** Returns statements that select the results of a simulation in the form that `applyEvaluation` requires. */
export function readFound(
  id: number,
  protectionId: number,
): { excursions: RawBuilder<unknown>; levels: RawBuilder<unknown>; answers: RawBuilder<unknown> } {
  const thresholds = sql`(
    select threshold.id, row_number() over (order by position) - 1 as index
    from threshold where protection_id = ${protectionId}) as known`;
  return {
    excursions: sql`
      select known.id as threshold_id, start_at, end_at, start_known_at, end_known_at
      from simulation_excursion join ${thresholds} on known.index = simulation_excursion.threshold
      where simulation_id = ${id} and variant = 0`,
    levels: sql`
      select to_timestamp(found.at / 1000.0)::timestamptz(3) as at, found.level, known.id as driving_threshold_id
      from simulation_level as piece, unnest(piece.at, piece.level, piece.driving) as found (at, level, driving)
      left join ${thresholds} on known.index = found.driving
      where simulation_id = ${id}`,
    answers: answerRows(id),
  };
}

const answerRows = (id: number) => sql`
  select to_timestamp(found.at / 1000.0)::timestamptz(3) as at, pattern.id as pattern_id, found.refused
  from simulation_answer as piece, unnest(piece.at, piece.pattern_id, piece.refused) as found (at, pattern_id, refused)
  left join pattern on pattern.id = found.pattern_id
  where simulation_id = ${id}`;

/** Selects the answers, merged for a chart, by pattern and start. */
export function selectAnswerSpans(db: Db, id: number, window: DrawnWindow): Promise<SpanRow[]> {
  const rows = sql`
    select pattern_id as key, at as start_at, lead(at) over (order by at) as end_at
    from (${answerRows(id)}) as answer`;
  return selectDrawnSpans(db, sql`select * from (${rows}) as held where key is not null`, window);
}

/** Selects the other names available to logic in the twin, with their tags. */
export async function selectAliases(db: Db, twinId: number) {
  return db
    .selectFrom('tag_alias')
    .leftJoin('tag', 'tag.id', 'tag_alias.mapped_tag_id')
    .select(['tag_alias.name', 'tag_alias.type', 'mapped_tag_id'])
    .select(['tag_alias.unit', 'tag.unit as mapped_tag_unit'])
    .where('twin_id', '=', twinId)
    .orderBy('tag_alias.name')
    .execute();
}
