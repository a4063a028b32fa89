import type { VariableChoices } from '@twinward/contracts/questions/dashboard-data';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';

/** The maximum number of choices of a menu. */
const most = 500;

/** The places that twins stand in and the classes that they have, for the menus of dashboards. */
export async function listVariableChoices(db: Db): Promise<VariableChoices> {
  const sites = await sql<VariableChoices['sites'][number]>`
    select place.id, place.asset_name as name, (length(place.path) - length(replace(place.path, '/', '')) - 2)::int as depth
    from asset place
    where exists (
      select from asset child join twin on twin.asset_id = child.id
      where child.path > place.path and child.path < place.path || '~')
    order by place.path limit ${most}`.execute(db);
  const classes = await sql<VariableChoices['classes'][number]>`
    with used as (select distinct taxonomy_id as id from asset join twin on twin.asset_id = asset.id),
    levels as (
      select category_id as id, category as name, 0 as depth, category || '/' as path
      from taxonomy_entry join used using (id)
      union select class_id, class, 1, category || '/' || class || '/' from taxonomy_entry join used using (id)
      where class_id is not null
      union select type_id, type, 2, category || '/' || class || '/' || type || '/'
      from taxonomy_entry join used using (id) where type_id is not null)
    select id, name, depth from levels order by path limit ${most}`.execute(db);
  return { sites: sites.rows, classes: classes.rows };
}
