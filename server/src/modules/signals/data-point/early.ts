import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { TagResult } from '../../../series/index.ts';
import { pointsEarly } from './events.ts';

/** Returns the warning for a source whose points are held. */
export function earlyWarning(early: number): string {
  const points = early === 1 ? '1 point is' : `${early.toLocaleString('en-US')} points are`;
  return `${points} ahead of the clock, and held until then. Check the clock of the source.`;
}

/** Emits `points.early` for tags whose points are held, in the transaction that stores the points. */
export async function reportEarly(db: Db, results: readonly TagResult[]): Promise<void> {
  const tagIds = results.filter(({ early }) => early > 0).map(({ tagId }) => tagId);
  if (tagIds.length === 0) return;
  const { rows: tags } = await sql<{ id: number; name: string }>`
    with noted as (
      insert into early_notice (tag_id, at) select unnest(${tagIds.sort((a, b) => a - b)}::int[]), now()
      on conflict (tag_id) do update set at = excluded.at where early_notice.at < now() - interval '1 day'
      returning tag_id
    )
    select id, name from noted join tag on tag.id = tag_id order by name`.execute(db);
  if (tags.length > 0) await pointsEarly.emit(db, { tags });
}
