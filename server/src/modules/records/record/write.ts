import { setImmediate } from 'node:timers/promises';
import type { Permissions } from '@twinward/contracts/access/access';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { FieldChanges, FieldValues } from '@twinward/contracts/records/field';
import type { CustomRecord, NewRecord, RecordChange } from '@twinward/contracts/records/record';
import type { FieldProblem } from '@twinward/domain/records/check-values';
import type { FieldCaptions } from '@twinward/domain/records/show';
import { captionOfState, firstState, mayMake } from '@twinward/domain/records/states';
import { type Actor, toPermissions } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import {
  drawNumbers,
  fieldFacts,
  type ResolvedValues,
  readCaptions,
  resolveValues,
} from '../field/service.ts';
import { getWritableType, lockTypeShared, type TypeDefinition } from '../record-type/service.ts';
import { feedTags } from './feed-tags.ts';
import { getRecordOfType } from './read.ts';
import { indexRecords } from './search-entries.ts';
import { createSharedTitles } from './shared-texts.ts';
import {
  type ChangedRecord,
  insertRecords,
  lockRecords,
  type RecordRow,
  type StoredRecord,
  updateRecordRows,
} from './store.ts';

/** The user who writes records, as stored in the input of a command. */
export type Writer = Permissions & { userId: number; userName: string };

export const toWriter = (actor: Actor): Writer => ({
  userId: actor.userId,
  userName: actor.userName,
  ...toPermissions(actor),
});

/** @throws AppError `not-found`; `forbidden`; `invalid-request` naming each invalid field; `conflict` for a deprecated type. */
export function createRecord(actor: Actor, typeName: string, { fields }: NewRecord): Promise<CustomRecord> {
  return withTransaction(actor.tenant.db, async (db) => {
    const type = await getHeldType(db, actor, typeName);
    const [id] = await createRecordsIn(db, actor, type, [fields]);
    return getRecordOfType(db, actor, type, id!);
  });
}

/** @throws AppError like `createRecord`; `conflict` if the version is outdated. */
export function updateRecord(
  actor: Actor,
  typeName: string,
  id: number,
  { fields, version }: RecordChange,
): Promise<CustomRecord> {
  return withTransaction(actor.tenant.db, async (db) => {
    const type = await getHeldType(db, actor, typeName);
    await updateRecordIn(db, actor, type, id, fields, version);
    return getRecordOfType(db, actor, type, id);
  });
}

/**
 * Moves a record to another state.
 * @throws AppError like `updateRecord`; `forbidden` if the user may not make this transition.
 */
export function transitionRecord(
  actor: Actor,
  typeName: string,
  id: number,
  { to, version }: { to: string; version: number },
): Promise<CustomRecord> {
  return withTransaction(actor.tenant.db, async (db) => {
    const type = await getHeldType(db, actor, typeName);
    const before = await lockRecord(db, type, id);
    await assertVersion(db, actor, type, before, version);
    const step = type.transitions.find((one) => one.from === before.state && one.to === to);
    if (!step) {
      const [from, wanted] = [before.state, to].map((name) => captionOfState(type, name));
      throw new AppError('conflict', `A record can't go from the state ${from} to ${wanted}.`);
    }
    if (!mayMake(step, actor)) throw new AppError('forbidden', insufficientPrivilege);
    await updateRecordRows(db, type, actor.userId, [
      { id, title: before.title, state: to, fields: before.fields },
    ]);
    await audit.changed(db, actor, subject(type, before), {
      old: { State: captionOfState(type, before.state) },
      new: { State: captionOfState(type, to) },
    });
    return getRecordOfType(db, actor, type, id);
  });
}

/**
 * Sets the state of an imported record to its state in the source database, in the caller's transaction.
 * @throws AppError `invalid-request` if the type does not have the state.
 */
export async function setStateIn(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  id: number,
  state: string | null,
): Promise<void> {
  const before = await lockRecord(db, type, id);
  if (before.state === state) return;
  if (!type.states.some(({ name }) => name === state))
    refuseProblems([{ path: 'state', message: `There is no state '${state}'.` }]);
  const { title, fields } = before;
  await updateRecordRows(db, type, by?.userId ?? null, [{ id, title, state, fields }]);
  await audit.changed(db, by, subject(type, before), {
    old: { State: captionOfState(type, before.state) },
    new: { State: captionOfState(type, state) },
  });
}

/**
 * Locks a type's definition until the transaction ends, and returns it.
 * @throws AppError `not-found`; `forbidden`.
 */
export async function getHeldType(db: Db, user: Permissions, typeName: string): Promise<TypeDefinition> {
  await lockTypeShared(db, typeName);
  return getWritableType(db, user, typeName);
}

/**
 * Creates records in the caller's transaction, which has locked the type.
 * @returns the ids, in order
 */
export async function createRecordsIn(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  records: readonly FieldChanges[],
): Promise<number[]> {
  const state = firstState(type);
  const resolved = await resolveValues(
    db,
    type,
    records.map((changes) => ({ id: null, before: null, changes, state })),
    { userId: by?.userId ?? null },
  );
  for (const { problems } of resolved) refuseFields(problems);
  return insertResolved(db, by, type, resolved);
}

/**
 * Creates records from values that were resolved without problems in the same transaction.
 * @returns the ids, in order
 */
export async function insertResolved(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  resolved: readonly ResolvedValues[],
  options: WriteOptions = {},
): Promise<number[]> {
  if (type.deprecated)
    throw new AppError('conflict', `${type.caption} is deprecated: it takes no new records.`);
  const state = firstState(type);
  await drawNumbers(
    db,
    type,
    resolved.map(({ values }) => values),
  );
  const toTitle = await createSharedTitles(db, type);
  const stored = resolved.map(
    ({ values, captions }): StoredRecord => ({
      title: toTitle(values, captions),
      state,
      fields: values,
    }),
  );
  const captions = resolved[0]?.captions ?? {};
  const inserting = insertRecords(db, type, by?.userId ?? null, stored);
  // Awaited below. Prevents an unhandled rejection until then.
  inserting.catch(() => undefined);
  // Yields so that the statement is sent now: the database works on it while the facts are built.
  await setImmediate();
  const facts = stored.map((one) => toFacts(type, one, captions));
  const ids = await inserting;
  const written = stored.map((one, place) => ({ ...one, id: ids[place]! }));
  await audit.recordAll(
    db,
    by,
    'create',
    written.map((one) => subject(type, one)),
    (_, place) => ({ new: facts[place]! }),
  );
  await feedTags(
    db,
    by,
    type,
    stored.map(({ fields }) => ({ before: null, after: fields })),
  );
  await index(db, type, written, captions, options);
  return ids;
}

export interface WriteOptions {
  /** Writes the search entries. By default they are written at once. */
  index?: (db: Db, records: readonly ChangedRecord[]) => Promise<void>;
}

async function index(
  db: Db,
  type: TypeDefinition,
  records: readonly ChangedRecord[],
  captions: FieldCaptions,
  options: WriteOptions,
): Promise<void> {
  if (options.index) await options.index(db, records);
  else await indexRecords(db, type, records, captions);
}

/**
 * Changes the fields of a record in the caller's transaction, which has locked the type.
 * @param version null to skip the version check
 */
export async function updateRecordIn(
  db: Db,
  by: Writer,
  type: TypeDefinition,
  id: number,
  changes: FieldChanges,
  version: number | null,
): Promise<void> {
  const row = await lockRecord(db, type, id);
  await assertVersion(db, by, type, row, version);
  const [resolved] = await resolveValues(
    db,
    type,
    [{ id, before: row.fields, changes: withoutRollUps(type, changes), state: row.state }],
    { userId: by.userId },
  );
  refuseFields(resolved!.problems);
  await updateResolved(db, by, type, [{ row, resolved: resolved! }]);
}

/** A locked record with its new values. */
export interface ResolvedUpdate {
  row: RecordRow;
  resolved: ResolvedValues;
}

/** Stores changes that were resolved without problems in the same transaction, for rows that it locked. */
export async function updateResolved(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  updates: readonly ResolvedUpdate[],
  options: WriteOptions = {},
): Promise<void> {
  const toTitle = await createSharedTitles(db, type);
  const changed = updates.map(
    ({ row, resolved: { values, captions } }): ChangedRecord => ({
      id: row.id,
      title: toTitle(values, captions),
      state: row.state,
      fields: values,
    }),
  );
  await updateRecordRows(db, type, by?.userId ?? null, changed);
  const captions = updates[0]?.resolved.captions ?? {};
  const before = await readCaptions(
    db,
    type.fields,
    updates.map(({ row }) => row.fields),
  );
  await audit.recordAll(
    db,
    by,
    'update',
    changed.map((one) => subject(type, one)),
    (_, place) => ({
      old: toFacts(type, updates[place]!.row, before),
      new: toFacts(type, changed[place]!, captions),
    }),
  );
  await feedTags(
    db,
    by,
    type,
    changed.map(({ fields }, place) => ({ before: updates[place]!.row.fields, after: fields })),
  );
  await index(db, type, changed, captions, options);
}

/** Removes roll-ups from changes. Clients may send back a record with its roll-ups, which are not stored values. */
export function withoutRollUps({ fields }: TypeDefinition, changes: FieldChanges): FieldChanges {
  const rollUps = new Set(fields.flatMap(({ kind, name }) => (kind === 'roll-up' ? [name] : [])));
  if (rollUps.size === 0) return changes;
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !rollUps.has(name)));
}

/** Locks a record. @throws AppError `not-found`. */
export const lockRecord = async (db: Db, type: TypeDefinition, id: number): Promise<RecordRow> =>
  found((await lockRecords(db, type, [id]))[0], 'Record');

/** @throws AppError `conflict` if the version differs; contains the current record. */
async function assertVersion(
  db: Db,
  reader: Permissions,
  type: TypeDefinition,
  row: RecordRow,
  version: number | null,
): Promise<void> {
  if (version === null || version === row.version) return;
  throw outdated(
    `The record ${row.title || row.id}`,
    version,
    await getRecordOfType(db, reader, type, row.id),
  );
}

/** @throws AppError `invalid-request` naming each field. */
function refuseFields(problems: readonly FieldProblem[]): void {
  refuseProblems(problems.map(({ field, message }) => ({ path: `fields.${field}`, message })));
}

export const audit = new EntityAudit('record');

/** Returns the subject of the audit entries of a record. */
export const subject = (type: TypeDefinition, { id, title }: { id: number; title: string }) => ({
  id,
  name: `${type.caption} ${title || id}`,
});

interface Facts {
  title: string;
  state: string | null;
  fields: FieldValues;
}

/** Returns a record for the audit trail and its history, by caption. */
export const toFacts = (
  type: TypeDefinition,
  record: Facts,
  captions: FieldCaptions,
): Record<string, unknown> => ({
  ...(record.state === null ? {} : { State: captionOfState(type, record.state) }),
  ...fieldFacts(type.fields, record.fields, captions),
});
