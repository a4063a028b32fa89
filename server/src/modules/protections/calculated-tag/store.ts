import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { unitIdExpression } from '../../system/unit/service.ts';

export interface CalculatedTagRow {
  id: number;
  name: string;
  caption: string;
  unit: string | null;
  uom_id: number | null;
  asset_ids: number[];
  logic: string;
  /** Whether a model calculates the tag, instead of logic. */
  isDeviation: boolean;
  error: string | null;
  aliases: { name: string; mapped_tag_id: number | null }[];
}

/** Selects the calculated tags of a twin's asset by name, each with its logic and aliases. */
export async function selectCalculatedTags(
  db: Db,
  twinId: number,
  limit: number,
): Promise<CalculatedTagRow[]> {
  const { rows } = await sql<CalculatedTagRow>`
    select tag.id, tag.name, tag.caption, tag.unit, ${unitIdExpression('tag.unit')} as uom_id,
      array(select asset_id from asset_tag where asset_tag.tag_id = tag.id order by asset_id) as asset_ids,
      logic, error,
      exists (select from calculation_deviation as own where own.tag_id = tag.id) as "isDeviation", coalesce((
        select json_agg(json_build_object('name', name, 'mapped_tag_id', mapped_tag_id) order by name)
        from tag_alias where calculated_tag_id = tag.id), '[]') as aliases
    from twin join asset_tag as own on own.asset_id = twin.asset_id
    join tag on tag.id = own.tag_id join calculation on calculation.tag_id = tag.id
    where twin.id = ${twinId} order by tag.name limit ${limit}`.execute(db);
  return rows;
}

/** Selects the calculated tags of twins' assets whose logic may use a parameter, by name, one row per twin. */
export async function selectCalculationsWithBraces(
  db: Db,
  twinIds: readonly number[],
): Promise<{ twinId: number; id: number; name: string; logic: string }[]> {
  const { rows } = await sql<{ twinId: number; id: number; name: string; logic: string }>`
    select twin.id as "twinId", tag.id, tag.name, logic
    from twin join asset_tag as own on own.asset_id = twin.asset_id
    join tag on tag.id = own.tag_id join calculation on calculation.tag_id = tag.id
    where twin.id = any(${twinIds}::int[]) and strpos(logic, '{') > 0
    order by tag.name, twin.id`.execute(db);
  return rows;
}

/** Selects the calculated tags whose logic contains one of the texts in quotes. */
export async function selectCalculationsNaming(
  db: Db,
  names: readonly string[],
): Promise<{ id: number; name: string; logic: string }[]> {
  const quoted = names.map((name) => `"${name}"`);
  const { rows } = await sql<{ id: number; name: string; logic: string }>`
    select tag.id, tag.name, logic from calculation join tag on tag.id = calculation.tag_id
    where exists (select from unnest(${quoted}::text[]) as name where strpos(logic, name) > 0)
    order by tag.id`.execute(db);
  return rows;
}
