import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/**
 * Selects sets of active protections with a model in service whose fit was not checked for a day, and marks them as
 * checked.
 */
export async function claimUncheckedSets(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: number; unfitVersion: number | null }[]> {
  const { rows } = await sql<{ id: number; unfitVersion: number | null }>`
    update pattern_set set fit_checked_at = ${now} where id in (
      select pattern_set.id from pattern_set join protection on protection.id = protection_id
      where version_in_service_id is not null and active
        and (fit_checked_at is null or fit_checked_at <= ${now}::timestamptz - interval '1 day')
      order by fit_checked_at nulls first limit ${limit}
      for no key update of pattern_set skip locked)
    returning id, unfit_version as "unfitVersion"`.execute(db);
  return rows;
}

export async function updateUnfitVersion(db: Db, setId: number, version: number | null): Promise<void> {
  await db.updateTable('pattern_set').set({ unfit_version: version }).where('id', '=', setId).execute();
}
