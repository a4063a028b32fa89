import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Names by record id, as in an export. */
export interface Names {
  tags: Record<string, string>;
  protections: Record<string, string>;
  analyses: Record<string, string>;
}

/** For each kind, selects ids, and names that identify the records in other databases. */
const named = {
  tags: sql<{ id: number; name: string }>`select id, name from tag`,
  protections: sql<{ id: number; name: string }>`
    select protection.id, asset.unique_id || '/' || protection.name as name
    from protection join twin on twin.id = twin_id join asset on asset.id = asset_id`,
  analyses: sql<{ id: number; name: string }>`select id, name from risk_analysis`,
};
const kinds = ['tags', 'protections', 'analyses'] as const;

export async function selectNames(db: Db, ids: Record<keyof Names, readonly number[]>): Promise<Names> {
  const names: Names = { tags: {}, protections: {}, analyses: {} };
  for (const kind of kinds) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from (${named[kind]}) as named where id = any(${ids[kind]}::int[])`.execute(db);
    names[kind] = Object.fromEntries(rows.map(({ id, name }) => [String(id), name]));
  }
  return names;
}

/** Maps the ids in an export to the ids of the records with the same names in this database. */
export async function selectIds(
  db: Db,
  names: Names,
): Promise<Record<keyof Names, ReadonlyMap<number, number>>> {
  const ids = {} as Record<keyof Names, ReadonlyMap<number, number>>;
  for (const kind of kinds) {
    const { rows } = await sql<{ id: number; name: string }>`
      select min(id) as id, name from (${named[kind]}) as named
      where name = any(${Object.values(names[kind])}::text[]) group by name`.execute(db);
    const byName = new Map(rows.map(({ id, name }) => [name, id]));
    ids[kind] = new Map(
      Object.entries(names[kind]).flatMap(([id, name]) => {
        const here = byName.get(name);
        return here === undefined ? [] : [[Number(id), here] as const];
      }),
    );
  }
  return ids;
}
