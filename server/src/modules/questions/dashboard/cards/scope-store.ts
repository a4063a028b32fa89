import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';
import type { Variables } from './scope.ts';

/** Returns the conditions on an asset for the variables site and class. */
function placeConditions({ site, class: entry }: Variables): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (site !== undefined) {
    const path = sql`(select path from asset where id = ${site})`;
    conditions.push(sql`asset.path >= ${path} and asset.path < ${path} || '~'`);
  }
  if (entry !== undefined) {
    conditions.push(
      sql`asset.taxonomy_id in (select id from taxonomy_entry where ${entry} in (category_id, class_id, type_id))`,
    );
  }
  return conditions;
}

/** Returns a statement that selects the ids of the twins that match the variables; null if no variable is set. */
export function toTwinStatement(variables: Variables): RawBuilder<unknown> | null {
  const conditions = placeConditions(variables);
  if (variables.twin !== undefined) conditions.push(sql`twin.id = ${variables.twin}`);
  if (conditions.length === 0) return null;
  return sql`select twin.id from twin join asset on asset.id = twin.asset_id where ${sql.join(conditions, sql` and `)}`;
}

/**
 * Returns a statement that selects the ids of the assets that match the variables, with or without a twin; null if no
 * variable is set.
 */
export function toAssetStatement(variables: Variables): RawBuilder<unknown> | null {
  const conditions = placeConditions(variables);
  if (variables.twin !== undefined) {
    conditions.push(sql`asset.id = (select asset_id from twin where id = ${variables.twin})`);
  }
  if (conditions.length === 0) return null;
  return sql`select asset.id from asset where ${sql.join(conditions, sql` and `)}`;
}

/** Returns the condition that a column contains the id of a twin that matches the variables. */
export function inScope(twinId: RawBuilder<unknown>, variables: Variables): RawBuilder<SqlBool> {
  const twins = toTwinStatement(variables);
  return twins === null ? sql`true` : sql`${twinId} in (${twins})`;
}

/** Selects the ids of the twins that match the variables; null if no variable is set, which means all twins. */
export async function selectTwinsInScope(db: Db, variables: Variables): Promise<number[] | null> {
  const twins = toTwinStatement(variables);
  if (twins === null) return null;
  const { rows } = await sql<{ id: number }>`${twins}`.execute(db);
  return rows.map(({ id }) => id);
}

export const isNarrowed = (variables: Variables): boolean => toTwinStatement(variables) !== null;
