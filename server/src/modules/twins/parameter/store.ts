import type { ParameterValue, TwinParameter } from '@twinward/contracts/twins/parameter';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** A parameter with the part of the model that it was created from. */
export interface StoredParameter extends TwinParameter {
  /** Id of the part of the twin's model; null for a parameter that is not from the model. */
  modelPart: number | null;
}

interface ParameterRow {
  twin_id: number;
  name: string;
  description: string;
  kind: 'number' | 'interval';
  unit: string | null;
  value: ParameterValue | null;
  model_part: number | null;
}

const toParameter = ({
  name,
  description,
  kind,
  unit,
  value,
  model_part,
}: ParameterRow): StoredParameter => ({
  name,
  description,
  kind,
  unit,
  value,
  modelPart: model_part,
});

/** Selects the parameters of twins by name. */
export async function selectParameters(
  db: Db,
  twinIds: readonly number[],
): Promise<Map<number, StoredParameter[]>> {
  const { rows } = await sql<ParameterRow>`
    select twin_id, name, description, kind, unit, value, model_part from twin_parameter
    where twin_id = any(${twinIds}::int[]) order by twin_id, name`.execute(db);
  return groupedBy(rows, ({ twin_id }) => twin_id);
}

/**
 * Selects the parameters that calculated tags may name: those of the twins of their assets, by name. If two twins have
 * parameters of the same name, the one of the twin with the lower id is used.
 */
export async function selectParametersOfTags(
  db: Db,
  tagIds: readonly number[],
): Promise<Map<number, StoredParameter[]>> {
  const { rows } = await sql<ParameterRow & { tag_id: number }>`
    select distinct on (tag_id, name) tag_id, twin_id, name, parameter.description, kind, unit, value,
      parameter.model_part
    from asset_tag join twin using (asset_id) join twin_parameter as parameter on twin_id = twin.id
    where tag_id = any(${tagIds}::int[]) order by tag_id, name, twin_id`.execute(db);
  return groupedBy(rows, ({ tag_id }) => tag_id);
}

function groupedBy<Row extends ParameterRow>(
  rows: readonly Row[],
  key: (row: Row) => number,
): Map<number, StoredParameter[]> {
  const groups = new Map<number, StoredParameter[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(toParameter(row));
    else groups.set(key(row), [toParameter(row)]);
  }
  return groups;
}

/** Replaces all parameters of twins in one statement. */
export async function replaceParameterRows(
  db: Db,
  twins: ReadonlyMap<number, readonly StoredParameter[]>,
): Promise<void> {
  const rows = [...twins].flatMap(([twinId, parameters]) =>
    parameters.map((parameter) => ({ twinId, ...parameter })),
  );
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        "twinId" int, name text, description text, kind text, unit text, value jsonb, "modelPart" int)
    ), removed as (
      delete from twin_parameter where twin_id = any(${[...twins.keys()]}::int[])
        and not exists (select from wanted where "twinId" = twin_id and wanted.name = twin_parameter.name)
    )
    insert into twin_parameter (twin_id, name, description, kind, unit, value, model_part)
    select "twinId", name, description, kind, unit, value, "modelPart" from wanted
    on conflict (twin_id, name) do update set description = excluded.description, kind = excluded.kind,
      unit = excluded.unit, value = excluded.value, model_part = excluded.model_part
    where (twin_parameter.description, twin_parameter.kind, twin_parameter.unit, twin_parameter.value,
        twin_parameter.model_part)
      is distinct from (excluded.description, excluded.kind, excluded.unit, excluded.value, excluded.model_part)`.execute(
    db,
  );
}

export async function selectParameterCountByUnit(db: Db, unit: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from twin_parameter where unit = ${unit}`.execute(db);
  return rows[0]!.count;
}

/** Selects the ids of the twins with a parameter in a unit. */
export async function selectTwinsByParameterUnit(db: Db, unit: string): Promise<number[]> {
  const { rows } = await sql<{ twin_id: number }>`
    select distinct twin_id from twin_parameter where unit = ${unit} order by twin_id`.execute(db);
  return rows.map(({ twin_id }) => twin_id);
}

/** Selects the asset names of twins, by twin id. */
export async function selectAssetNames(db: Db, twinIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select twin.id, asset_name as name from twin join asset on asset.id = asset_id
    where twin.id = any(${twinIds}::int[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
