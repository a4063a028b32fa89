import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { AliasFacts } from './events.ts';

/**
 * Maps the aliases of calculated tags that follow an alias of a twin to its new tag. They keep their units, since their
 * logic depends on them; an alias without a unit takes the unit of the followed alias.
 * @returns the ids of the calculated tags.
 */
export async function updateFollowers(db: Db, now: AliasFacts): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update tag_alias set mapped_tag_id = ${now.mappedTagId}, version = version + 1,
      unit = coalesce(unit, ${now.unit})
    where follows_alias_id = ${now.id} returning calculated_tag_id as id`.execute(db);
  return [...new Set(rows.map(({ id }) => id))];
}

/**
 * Links the aliases of a calculated tag to the aliases of its assets' twins. An alias with the name and tag of a twin's
 * alias follows that alias from now on, and takes its unit if it has none. An alias that was mapped to another tag
 * stops following.
 */
export async function linkFollowers(db: Db, calculatedTagId: number): Promise<void> {
  await sql`
    update tag_alias as own set follows_alias_id = followed.id, unit = coalesce(own.unit, followed.unit)
    from tag_alias as mine left join lateral (
      select alias.id, alias.unit from tag_alias as alias
      join twin on twin.id = alias.twin_id
      join asset_tag on asset_tag.asset_id = twin.asset_id and asset_tag.tag_id = mine.calculated_tag_id
      where alias.mapped_tag_id is not distinct from mine.mapped_tag_id
        and (alias.id = mine.follows_alias_id or alias.name = mine.name)
      order by alias.id = mine.follows_alias_id desc nulls last, alias.id limit 1
    ) as followed on true
    where own.id = mine.id and mine.calculated_tag_id = ${calculatedTagId}
      and (own.follows_alias_id is distinct from followed.id or (own.unit is null and followed.unit is not null))`.execute(
    db,
  );
}
