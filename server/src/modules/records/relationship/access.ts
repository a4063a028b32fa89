import { mayReadRecords, mayWriteRecords } from '@twinward/contracts/access/access';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { listTypes } from '../record-type/service.ts';
import type { RelationshipRow } from './store.ts';

/** The types whose records a user may read and write, by name. */
export interface TypeAccess {
  readable: ReadonlySet<string>;
  mayRead(type: string): boolean;
  mayWrite(type: string): boolean;
}

export async function listAccess(db: Db, actor: Doer): Promise<TypeAccess> {
  const types = await listTypes(db);
  const listNames = (may: typeof mayReadRecords) =>
    new Set(types.filter((type) => may(actor, type)).map(({ name }) => name));
  const [readable, writable] = [listNames(mayReadRecords), listNames(mayWriteRecords)];
  return { readable, mayRead: (type) => readable.has(type), mayWrite: (type) => writable.has(type) };
}

/**
 * @throws AppError `not-found` for a type that does not exist or is hidden from the user; `forbidden` for a system
 *   type.
 */
export async function assertReads(db: Db, actor: Actor, type: string): Promise<void> {
  const known = found(
    (await listTypes(db)).find(({ name }) => name === type),
    'Record type',
  );
  if (mayReadRecords(actor, known)) return;
  // 404, not 403: do not reveal which types exist.
  found(known.isSystem ? known : null, 'Record type');
  throw new AppError('forbidden', insufficientPrivilege);
}

/** @throws AppError `forbidden` unless the user may read both types of a relationship and write one of them. */
export async function assertLinks(db: Db, actor: Doer, relationship: RelationshipRow): Promise<void> {
  const { mayRead, mayWrite } = await listAccess(db, actor);
  const types = [relationship.from_type, relationship.to_type];
  if (!types.every(mayRead) || !types.some(mayWrite)) throw new AppError('forbidden', insufficientPrivilege);
}
