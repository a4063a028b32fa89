import type { VariableChoices } from '@twinward/contracts/questions/dashboard-data';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';

/** Maximum number of choices in a menu. */
const most = 500;

/**
 * Returns the places and classes of twins for the menus of dashboards, in tree order.
 * @param find part of the name, case-insensitive; empty for all
 */
export async function listVariableChoices(db: Db, find: string): Promise<VariableChoices> {
  const isFound = (name: RawBuilder<unknown>) => sql<SqlBool>`strpos(lower(${name}), lower(${find})) > 0`;
  const sites = await sql<VariableChoices['sites'][number]>`
    select place.id, place.asset_name as name, parent.asset_name as parent,
      (length(place.path) - length(replace(place.path, '/', '')) - 2)::int as depth
    from asset place left join asset parent on parent.id = place.parent_id
    where ${isFound(sql`place.asset_name`)} and exists (
      select from asset child join twin on twin.asset_id = child.id
      where child.path > place.path and child.path < place.path || '~')
    order by place.path limit ${most}`.execute(db);
  const classes = await sql<VariableChoices['classes'][number]>`
    with used as (select distinct taxonomy_id as id from asset join twin on twin.asset_id = asset.id),
    levels as (
      select category_id as id, category as name, null as parent, 0 as depth, category || '/' as path
      from taxonomy_entry join used using (id)
      union select class_id, class, category, 1, category || '/' || class || '/' from taxonomy_entry join used using (id)
      where class_id is not null
      union select type_id, type, class, 2, category || '/' || class || '/' || type || '/'
      from taxonomy_entry join used using (id) where type_id is not null)
    select id, name, parent, depth from levels where ${isFound(sql`name`)} order by path limit ${most}`.execute(
    db,
  );
  return { sites: sites.rows, classes: classes.rows };
}
