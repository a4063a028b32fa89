import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects the ids of twins by the unique ids of their assets. */
export async function selectTwinsByAsset(db: Db, uniqueIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; uniqueId: string }>`
    select twin.id, unique_id as "uniqueId" from twin join asset on asset.id = asset_id
    where unique_id = any(${uniqueIds}::text[])`.execute(db);
  return new Map(rows.map(({ id, uniqueId }) => [uniqueId, id]));
}

/** A parameter of a twin with its asset. */
export interface ParameterOfAsset {
  uniqueId: string;
  assetName: string;
  parameter: string;
  value: number | string | null;
  unit: string | null;
}

/** Selects the parameters of all twins, by asset and name. */
export async function selectAllParameters(db: Db, limit: number): Promise<ParameterOfAsset[]> {
  const { rows } = await sql<ParameterOfAsset>`
    select unique_id as "uniqueId", asset_name as "assetName", parameter.name as parameter, value, parameter.unit
    from twin_parameter as parameter join twin on twin.id = twin_id join asset on asset.id = asset_id
    order by unique_id, parameter.name limit ${limit}`.execute(db);
  return rows;
}
