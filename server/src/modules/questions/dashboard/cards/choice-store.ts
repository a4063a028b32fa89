import type { VariableChoices } from '@twinward/contracts/questions/dashboard-data';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';

const contains = (name: RawBuilder<unknown>, part: string) =>
  sql<SqlBool>`strpos(lower(${name}), lower(${part})) > 0`;

/** Selects the first places of twins whose name contains a text, in tree order. */
export async function selectSites(db: Db, find: string, limit: number): Promise<VariableChoices['sites']> {
  const { rows } = await sql<VariableChoices['sites'][number]>`
    select place.id, place.asset_name as name, parent.asset_name as parent,
      (length(place.path) - length(replace(place.path, '/', '')) - 2)::int as depth
    from asset place left join asset parent on parent.id = place.parent_id
    where ${contains(sql`place.asset_name`, find)} and exists (
      select from asset child join twin on twin.asset_id = child.id
      where child.path > place.path and child.path < place.path || '~')
    order by place.path limit ${limit}`.execute(db);
  return rows;
}

/** Selects the first classes of twins whose name contains a text, in tree order. */
export async function selectClasses(
  db: Db,
  find: string,
  limit: number,
): Promise<VariableChoices['classes']> {
  const { rows } = await sql<VariableChoices['classes'][number]>`
    with used as (select distinct taxonomy_id as id from asset join twin on twin.asset_id = asset.id),
    levels as (
      select category_id as id, category as name, null as parent, 0 as depth, category || '/' as path
      from taxonomy_entry join used using (id)
      union select class_id, class, category, 1, category || '/' || class || '/' from taxonomy_entry join used using (id)
      where class_id is not null
      union select type_id, type, class, 2, category || '/' || class || '/' || type || '/'
      from taxonomy_entry join used using (id) where type_id is not null)
    select id, name, parent, depth from levels where ${contains(sql`name`, find)} order by path limit ${limit}`.execute(
    db,
  );
  return rows;
}
