import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { aliasDeleted, aliasDeleting, type Changer } from './events.ts';
import { auditFields, deleteAliases, selectAliasesById, type TagAliasRow } from './store.ts';

/**
 * Deletes aliases in the caller's transaction, without audit entries.
 * @throws AppError `conflict` if logic refers to one of them.
 */
export async function deleteAliasBlock(db: Db, by: Changer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const alias of await selectAliasesById(db, ids)) await deleteUnused(db, by, alias);
}

/** Deletes an alias without an audit entry. @throws AppError `conflict` if logic refers to it. */
export async function deleteUnused(db: Db, by: Changer, alias: TagAliasRow): Promise<void> {
  const event = { by, alias: auditFields(alias) };
  const users = (await aliasDeleting.ask(db, event)).flat();
  if (users.length > 0) {
    throw new AppError('conflict', `The alias ${alias.name} is in use: ${users.join(', ')}.`);
  }
  await deleteAliases(db, [alias.id]);
  await aliasDeleted.emit(db, event);
}
