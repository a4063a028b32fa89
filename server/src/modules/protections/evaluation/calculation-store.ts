import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import { appendPoints, replacePoints } from '../../../series/index.ts';
import type { TagUser } from '../../signals/tag/events.ts';
import { getEarlyTolerance } from '../../system/setting/service.ts';
import { listParametersOfTags } from '../../twins/parameter/service.ts';
import {
  type InputSource,
  type InputSources,
  isInUnits,
  mayNameParameter,
  readLogicUnits,
} from '../definition/service.ts';
import type { Calculated, StoredCalculation, StoredDeviation } from './calculation.ts';
import { type History, parseHistory, showStates } from './tracking.ts';

/** Whether a recalculation is running for a row of `calculation`. */
export const isRecalculated = sql<boolean>`(calculation.recalculated_by is not null and exists (
  select from command where command.id = calculation.recalculated_by and status in ('queued', 'running')))`;

/**
 * Whether the stored points of a row of `calculation` belong to its current definition, so that evaluation can
 * continue.
 */
export const isCurrent = sql<boolean>`calculation.evaluated_version = calculation.definition_version`;

/**
 * A common table expression `unsettled` with the tags whose points may still change because of committed data: tags
 * with pending changes, tags with pending calculations, and all tags calculated from these. Their readers wait, so that
 * they see calculated points together with their inputs.
 */
export const withUnsettled = sql`
  with recursive unsettled (tag_id) as (
    select unnest(tag_ids) from point_change
    union select tag_id from calculation_due join calculation using (tag_id)
      where ${isCurrent} and set_aside_at is null
    union select tag_id from calculation where ${isRecalculated}
    union select input.tag_id from unsettled
      join calculation_input as input on input.input_tag_id = unsettled.tag_id
      join calculation on calculation.tag_id = input.tag_id
      where ${isCurrent} or ${isRecalculated}
  )`;

/**
 * Whether a row of `due` has waited long enough for its inputs. It is then evaluated without them, and their points
 * count as late, so that inputs that never settle don't block it forever.
 */
export const hasWaited = sql<boolean>`due.created_at < now() - interval '1 minute'`;

export interface DueCalculation {
  tagId: number;
  since: number;
  dueSince: Date;
  version: number;
  /** Token of the last save. */
  token: string;
}

/** Locks some due calculated tags whose own inputs are settled, those that have waited longest first. */
export async function lockDueCalculations(db: Db, limit: number): Promise<DueCalculation[]> {
  const held = await findHeld(db);
  const { rows } = await sql<DueCalculation>`
    select due.tag_id as "tagId", due.since, due.created_at as "dueSince",
      definition_version as version, tracking_token as token
    from calculation_due due join calculation on calculation.tag_id = due.tag_id
    where ${isCurrent} and not ${isRecalculated} and set_aside_at is null
      and (${hasWaited} or due.tag_id <> all(${held}::int[]))
    order by coalesce(tried_at, due.created_at), due.tag_id limit ${limit}
    for update of due skip locked`.execute(db);
  return rows;
}

/** Finds the calculated tags that wait for others, or for the release of early points. */
async function findHeld(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${withUnsettled}
    select input.tag_id as id from unsettled join calculation as used using (tag_id)
    join calculation_input as input on input.input_tag_id = used.tag_id
    union
    select input.tag_id from data_point_early as early join calculation_input as input on input_tag_id = early.tag_id
    where time <= ${Date.now()}`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteDueCalculations(db: Db, tagIds: readonly number[]): Promise<void> {
  await sql`delete from calculation_due where tag_id = any(${tagIds}::int[])`.execute(db);
}

/** An `InputSource` of a row of `calculation_input`, named `input`. */
const source = sql`json_build_object('tagId', input.input_tag_id, 'unit', input.unit,
  'conversion', json_build_object('a', input.scale, 'b', input.shift))`;

/** Reads the calculations of these tags; tags without one are omitted. */
export async function readCalculations(
  db: Db,
  tagIds: readonly number[],
): Promise<Map<number, StoredCalculation>> {
  const { rows } = await sql<{
    tagId: number;
    logic: string;
    unit: string | null;
    version: number;
    inputs: { alias: string; isWork: boolean; source: InputSource }[];
  }>`
    select calculation.tag_id as "tagId", logic, definition_version as version,
      (select unit from tag where tag.id = calculation.tag_id) as unit, coalesce((
      select json_agg(json_build_object('alias', alias, 'isWork', tag.type = 'work', 'source', ${source})
        order by alias)
      from calculation_input as input join tag on tag.id = input_tag_id
      where input.tag_id = calculation.tag_id), '[]') as inputs
    from calculation where calculation.tag_id = any(${tagIds}::int[])`.execute(db);
  const deviations = await readDeviations(db, tagIds);
  const naming = rows.filter(({ logic }) => mayNameParameter(logic)).map(({ tagId }) => tagId);
  const parametersByTag =
    naming.length > 0 ? await listParametersOfTags(db, naming) : new Map<number, never>();
  // Units matter only for logic that has a number with a unit.
  const inUnits = rows.filter(({ tagId, logic }) => isInUnits(logic, parametersByTag.get(tagId) ?? []));
  const units = await readLogicUnits(
    db,
    inUnits.map(({ logic }) => logic),
    inUnits
      .flatMap(({ unit, inputs }) => [unit, ...inputs.map(({ source: input }) => input.unit)])
      .map((unit) => ({ unit, mapped_tag_unit: null })),
    inUnits.flatMap(({ tagId }) => parametersByTag.get(tagId) ?? []),
  );
  return new Map(
    rows.map(({ tagId, logic, unit, version, inputs }) => [
      tagId,
      {
        tagId,
        logic,
        context: { parameters: parametersByTag.get(tagId), units, unit },
        deviation: deviations.get(tagId) ?? null,
        version,
        inputs: inputs.map(({ alias, isWork, source: { unit } }) => ({
          alias,
          type: isWork ? 'work' : 'data_point',
          unit,
        })),
        sources: new Map(inputs.map((input) => [input.alias, input.source])),
      },
    ]),
  );
}

/** Reads the models that calculate the deviation tags. */
async function readDeviations(db: Db, tagIds: readonly number[]): Promise<Map<number, StoredDeviation>> {
  const { rows } = await sql<StoredDeviation & { tagId: number }>`
    select tag_id as "tagId", expected, step_seconds as "stepSeconds", aliases, holds, input
    from calculation_deviation where tag_id = any(${tagIds}::int[])`.execute(db);
  return new Map(rows.map(({ tagId, ...deviation }) => [tagId, deviation]));
}

/** Reads the saved states of calculations whose points are current. */
export async function readCalculationHistories(
  db: Db,
  tagIds: readonly number[],
): Promise<Map<number, History>> {
  const { rows } = await sql<{ tagId: number; tracking: string; checkpoints: string }>`
    select tag_id as "tagId", tracking, checkpoints from calculation
    where tag_id = any(${tagIds}::int[])`.execute(db);
  return new Map(
    rows.map(({ tagId, tracking, checkpoints }) => [tagId, parseHistory(tracking, checkpoints)]),
  );
}

/** Selects the ids of all calculated tags. */
export async function selectCalculatedTags(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('calculation').select('tag_id').execute();
  return rows.map((row) => row.tag_id);
}

/** Stores calculated points, and the states to continue from. */
export async function upsertCalculated(db: Db, calculated: readonly Calculated[]): Promise<void> {
  const added = calculated.filter(({ replacesAfter }) => replacesAfter === null);
  await appendPoints(
    db,
    added.map(({ prepared, points }) => ({ tagId: prepared.stored.tagId, ...points })),
    { readTolerance: getEarlyTolerance },
  );
  for (const { prepared, points, replacesAfter } of calculated) {
    if (replacesAfter === null) continue;
    await replacePoints(db, prepared.stored.tagId, Math.max(0, replacesAfter + 1), points);
  }
  const column = <T>(value: (one: Calculated) => T) => calculated.map(value);
  await sql`
    update calculation set tracking = found.tracking, tracking_token = found.token,
      checkpoints = coalesce(found.checkpoints, calculation.checkpoints), error = null,
      overruns = 0
    from unnest(
      ${column(({ prepared }) => prepared.stored.tagId)}::int[],
      ${column(({ prepared }) => showStates(prepared.history.states))}::text[],
      ${column(({ prepared }) => prepared.token)}::text[],
      ${column((one) => (one.checkpointsChanged ? showStates(one.prepared.history.checkpoints) : null))}::text[]
    ) as found (tag_id, tracking, token, checkpoints)
    where calculation.tag_id = found.tag_id`.execute(db);
}

/** Stores why a calculated tag cannot be calculated; its points are kept. */
export async function updateCalculationError(db: Db, tagId: number, error: string): Promise<void> {
  await sql`update calculation set error = ${error} where tag_id = ${tagId}`.execute(db);
}

/** Counts an evaluation that exceeded its budget, and moves the due tag behind the others. */
export async function countCalculationOverrun(
  db: Db,
  tagId: number,
): Promise<{ name: string; overruns: number } | null> {
  await db
    .updateTable('calculation_due')
    .set({ tried_at: sql`clock_timestamp()` })
    .where('tag_id', '=', tagId)
    .execute();
  const { rows } = await sql<{ name: string; overruns: number }>`
    with counted as (
      update calculation set overruns = overruns + 1 where tag_id = ${tagId} returning tag_id, overruns
    )
    select name, overruns from tag join counted on tag_id = id`.execute(db);
  return rows[0] ?? null;
}

/** Sets a calculated tag aside: it is not evaluated until it is recalculated. */
export async function updateCalculationSetAside(db: Db, tagId: number, error: string): Promise<void> {
  await db
    .updateTable('calculation')
    .set({ set_aside_at: sql`now()`, error })
    .where('tag_id', '=', tagId)
    .execute();
}

/** Pauses live evaluation of a tag during a recalculation. */
export async function updateRecalculatedBy(db: Db, tagId: number, commandId: string): Promise<void> {
  await db
    .updateTable('calculation')
    .set({ recalculated_by: commandId })
    .where('tag_id', '=', tagId)
    .execute();
}

/** Resumes live evaluation of the tag that a command recalculates. */
export async function clearRecalculatedBy(db: Db, commandId: string): Promise<void> {
  await db
    .updateTable('calculation')
    .set({ recalculated_by: null })
    .where('recalculated_by', '=', commandId)
    .execute();
}

/**
 * Stores the states to continue from after a recalculation, and resumes live evaluation.
 * @returns false if the definition has another version, or another command recalculates the tag.
 */
export async function updateRecalculated(
  db: Db,
  { tagId, version }: Pick<StoredCalculation, 'tagId' | 'version'>,
  history: History,
  commandId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calculation')
    .set(({ ref }) => ({
      evaluated_version: ref('definition_version'),
      tracking: showStates(history.states),
      tracking_token: randomUUID(),
      checkpoints: showStates(history.checkpoints),
      error: null,
      overruns: 0,
      set_aside_at: null,
      recalculated_by: null,
    }))
    .where('tag_id', '=', tagId)
    .where('definition_version', '=', version)
    .where('recalculated_by', '=', commandId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The definition of a calculated tag, effective from its next recalculation. */
export interface CalculationDefinition {
  logic: string;
  /** The sources of the names that the logic uses. */
  sources: InputSources;
}

/** Inserts an empty calculation of a calculated tag. */
export async function insertCalculations(db: Db, tagIds: readonly number[]): Promise<void> {
  await sql`insert into calculation (tag_id) select unnest(${tagIds}::int[])`.execute(db);
}

/** Stores the parts of models that calculated tags belong to. */
export async function updateModelParts(
  db: Db,
  tags: readonly { tag_id: number; model_part: number | null }[],
): Promise<void> {
  if (tags.length === 0) return;
  await sql`
    update calculation set model_part = changed.model_part
    from ${toRecordset('calculation', tags)} as changed where calculation.tag_id = changed.tag_id`.execute(
    db,
  );
}

/** Updates the definition of a calculation; its evaluation stops until it is recalculated. */
export async function updateCalculation(
  db: Db,
  tagId: number,
  { logic, sources }: CalculationDefinition,
): Promise<void> {
  await replaceCalculationInputs(db, tagId, sources, logic);
}

/**
 * Replaces the inputs of a calculation; its evaluation stops until it is recalculated.
 * @param logic empty for a tag that a model calculates
 */
export async function replaceCalculationInputs(
  db: Db,
  tagId: number,
  sources: InputSources,
  logic = '',
): Promise<void> {
  // Same lock order as live evaluation.
  await deleteDueCalculations(db, [tagId]);
  await sql`update calculation set logic = ${logic}, error = null, overruns = 0, set_aside_at = null where tag_id = ${tagId}`.execute(
    db,
  );
  await sql`delete from calculation_input where tag_id = ${tagId}`.execute(db);
  const inputs = [...sources.values()];
  await sql`
    insert into calculation_input (tag_id, alias, input_tag_id, unit, scale, shift)
    select ${tagId}::int, input.* from unnest(
      ${[...sources.keys()]}::text[], ${inputs.map((input) => input.tagId)}::int[],
      ${inputs.map(({ unit }) => unit)}::text[],
      ${inputs.map(({ conversion }) => conversion!.a)}::float8[],
      ${inputs.map(({ conversion }) => conversion!.b)}::float8[]) as input`.execute(db);
}

export interface CalculationRow {
  tagId: number;
  name: string;
  logic: string;
  /** Whether a model calculates the tag, instead of logic. */
  isDeviation: boolean;
  error: string | null;
  /** The inputs, by alias. */
  inputs: Record<string, InputSource>;
}

const calculationColumns = sql`
  calculation.tag_id as "tagId", tag.name, logic, error,
  exists (select from calculation_deviation as own where own.tag_id = calculation.tag_id) as "isDeviation", coalesce((
    select json_object_agg(alias, ${source}) from calculation_input as input
    where input.tag_id = calculation.tag_id), '{}') as inputs`;

export async function selectCalculation(db: Db, tagId: number): Promise<CalculationRow | null> {
  const { rows } = await sql<CalculationRow>`
    select ${calculationColumns} from calculation join tag on tag.id = tag_id
    where tag_id = ${tagId}`.execute(db);
  return rows[0] ?? null;
}

/** Selects the calculated tags among these, and all calculated tags that they depend on. */
export async function selectNeededCalculations(db: Db, tagIds: readonly number[]): Promise<CalculationRow[]> {
  const { rows } = await sql<CalculationRow>`
    with recursive needed (tag_id) as (
      select tag_id from calculation where tag_id = any(${tagIds}::int[])
      union
      select calculation.tag_id from needed join calculation_input as input on input.tag_id = needed.tag_id
      join calculation on calculation.tag_id = input.input_tag_id
    )
    select ${calculationColumns} from needed join calculation using (tag_id) join tag on tag.id = tag_id
    order by calculation.tag_id`.execute(db);
  return rows;
}

/** Selects the readers of a tag: calculated tags by name, then protections by name, each with its twin's asset. */
export async function selectTagUsers(db: Db, tagId: number): Promise<TagUser[]> {
  const calculations = await sql<Omit<TagUser, 'type'>>`
    select tag.id, tag.name from tag_alias join tag on tag.id = calculated_tag_id
    where mapped_tag_id = ${tagId}
    union
    select tag.id, tag.name from calculation_deviation join calculation_input using (tag_id) join tag on tag.id = tag_id
    where input_tag_id = ${tagId} order by name`.execute(db);
  const protections = await sql<{ id: number; name: string; assetName: string }>`
    select distinct protection.id, protection.name, asset_name as "assetName" from protection_input
    join protection on protection.id = protection_id join twin on twin.id = twin_id
    join asset on asset.id = asset_id
    where protection_input.tag_id = ${tagId} order by protection.name, asset_name`.execute(db);
  return [
    ...calculations.rows.map((tag) => ({ type: 'calculatedTag' as const, ...tag })),
    ...protections.rows.map(({ id, name, assetName }) => ({
      type: 'protection' as const,
      id,
      name: `${name} (${assetName})`,
    })),
  ];
}
