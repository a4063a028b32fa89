import type { Db } from '../../../platform/database/database.ts';

/** Selects the number of published models that are not private, and when the newest version was published. */
export function selectLibraryState(db: Db) {
  return db.selectFrom('library_state').selectAll().executeTakeFirstOrThrow();
}
