import { isDeepStrictEqual } from 'node:util';
import type { FieldDefinition } from '@twinward/contracts/records/field';
import { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import {
  type CommandCall,
  type CommandHandler,
  startCommand,
  startOwnCommand,
} from '../../jobs/command/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { getSystemSetting, type Setting, writeSystemSetting } from '../../system/setting/service.ts';
import {
  deleteValues,
  getComputations,
  lockFieldsAfter,
  readCaptions,
  updateFields,
} from '../field/service.ts';
import {
  deleteFieldIn,
  getType,
  getTypeById,
  listTypes,
  lockTypeByIdShared,
  type TypeDefinition,
} from '../record-type/service.ts';
import { feedTags } from './feed-tags.ts';
import { startIndexing } from './indexing.ts';
import { indexRecords, isSearched } from './search-entries.ts';
import { createSharedTitles } from './shared-texts.ts';
import { lockRecordsAfter, lockSharedTexts, refreshRecordRows } from './store.ts';

const recordsPerTransaction = 500;

/** Updates the indexes after a change of a type, and starts a refresh of derived values. */
export async function followType(
  db: Db,
  { by, type, before }: { by: AuditActor; type: TypeDefinition; before: TypeDefinition | null },
): Promise<void> {
  await startIndexing(db, by, type);
  if (before === null) return;
  if (!isDeepStrictEqual(derivedFrom(before), derivedFrom(type))) await startRefresh(db, by, type);
  if (before.restricted === type.restricted) return;
  // Titles and search entries contain captions of other types only if all readers may read these types, so those of
  // types that refer to this one change too.
  for (const other of await listTypes(db))
    if (other.id !== type.id && refersTo(other, new Set([type.name]))) await startRefresh(db, by, other);
}

/** Whether a custom type has references to any of the named types. */
const refersTo = ({ isSystem, fields }: TypeDefinition, names: ReadonlySet<string>): boolean =>
  !isSystem && fields.some((field) => field.kind === 'reference' && names.has(field.recordType));

/** Whether titles and search entries of earlier versions have been refreshed. */
const sharedTexts: Setting<{ refreshed: boolean }> = {
  name: 'shared-texts',
  schema: z.object({ refreshed: z.boolean() }),
  initial: { refreshed: false },
};

/**
 * Starts a refresh of the types that refer to restricted types, once. Titles and search entries that earlier versions
 * saved still show the restricted records to all users.
 */
export async function refreshSharedTexts(db: Db): Promise<void> {
  if ((await getSystemSetting(db, sharedTexts)).refreshed) return;
  await withTransaction(db, async (transaction) => {
    await lockSharedTexts(transaction);
    if ((await getSystemSetting(transaction, sharedTexts)).refreshed) return;
    const types = await listTypes(transaction);
    const restricted = new Set(types.flatMap((type) => (type.restricted ? [type.name] : [])));
    for (const type of types) if (refersTo(type, restricted)) await startRefresh(transaction, null, type);
    await writeSystemSetting(transaction, sharedTexts, { refreshed: true });
  });
}

const startRefresh = (db: Db, by: AuditActor, type: TypeDefinition): Promise<string> =>
  startCommand(db, {
    type: 'refresh-records',
    targetType: 'record-type',
    targetId: type.name,
    targetName: type.caption,
    input: { typeId: type.id },
    createdBy: by?.userId ?? null,
  });

/** The parts of a definition that titles, computed values, search entries and fed points are derived from. */
const derivedFrom = ({ caption, titleTemplate, fields, isSystem }: TypeDefinition) => ({
  ...(isSystem
    ? {}
    : { caption, titleTemplate, searched: fields.filter(isSearched).map(({ name }) => name) }),
  computed: fields.flatMap((field) =>
    field.kind === 'computed' ? [[field.name, field.expression, field.unit]] : [],
  ),
  feeds: fields.flatMap((field) =>
    'feeds' in field && field.feeds !== null && !field.deprecated ? [[field.name, field.feeds]] : [],
  ),
});

interface Progress extends Record<string, unknown> {
  done: number;
  lastId: number;
}

/**
 * Executes commands of type refresh-records: updates computed values, titles, search entries and fed points, in batches
 * by id.
 */
export const refreshRecords: CommandHandler = {
  async run({ input, resumed, transaction, progress }: CommandCall) {
    const { typeId } = input as { typeId: number };
    let result: Progress = (resumed as Progress | null) ?? { done: 0, lastId: 0 };
    for (;;) {
      const next = await transaction(async (db) => {
        const type = await lockTypeByIdShared(db, typeId);
        const block = type.isSystem
          ? await refreshSystemBlock(db, type, result.lastId)
          : await refreshBlock(db, type, result.lastId);
        const after = { done: result.done + block.count, lastId: block.lastId ?? result.lastId };
        await progress(db, 0, after);
        return { after, isLast: block.count < recordsPerTransaction };
      });
      result = next.after;
      if (next.isLast) return { done: result.done };
    }
  },
};

async function refreshBlock(db: Db, type: TypeDefinition, after: number) {
  const rows = await lockRecordsAfter(db, type, after, recordsPerTransaction);
  const captions = await readCaptions(
    db,
    type.fields,
    rows.map(({ fields }) => fields),
  );
  const compute = await getComputations(db, type.fields);
  const toTitle = await createSharedTitles(db, type);
  const records = rows.map(({ id, fields }) => {
    compute(fields);
    return { id, fields, title: toTitle(fields, captions) };
  });
  await refreshRecordRows(db, type, records);
  await feedTags(
    db,
    null,
    type,
    records.map(({ fields }) => ({ before: null, after: fields })),
  );
  await indexRecords(db, type, records, captions);
  return { count: rows.length, lastId: rows.at(-1)?.id };
}

async function refreshSystemBlock(db: Db, type: TypeDefinition, after: number) {
  const rows = await lockFieldsAfter(db, type, after, recordsPerTransaction);
  const compute = await getComputations(db, type.fields);
  for (const { fields } of rows) compute(fields);
  await updateFields(db, type, rows);
  return { count: rows.length, lastId: rows.at(-1)?.id };
}

/**
 * Starts the command that removes a field and its values.
 * @throws AppError `not-found`; `conflict` if the field is not deprecated.
 */
export async function startFieldRemoval(actor: Actor, typeName: string, fieldName: string): Promise<string> {
  const type = await getType(actor.tenant.db, typeName);
  const field = found(
    type.fields.find(({ name }) => name === fieldName),
    'Field',
  );
  assertDeprecated(field);
  const { userId, userName } = actor;
  return startOwnCommand(actor, {
    type: 'remove-field',
    targetType: 'record-type',
    targetId: type.name,
    targetName: `${field.caption} of ${type.caption}`,
    input: { typeId: type.id, field: field.name, by: { userId, userName } },
  });
}

function assertDeprecated({ deprecated, caption }: FieldDefinition): void {
  if (!deprecated)
    throw new AppError('conflict', `Please deprecate ${caption} before you remove it with its values.`);
}

/** Executes commands of type remove-field: removes the values in batches, then the field. */
export const removeFieldValues: CommandHandler = {
  async run({ input, resumed, transaction, progress }: CommandCall) {
    const { typeId, field, by } = input as {
      typeId: number;
      field: string;
      by: { userId: number; userName: string };
    };
    let lastId = (resumed as { lastId?: number } | null)?.lastId ?? 0;
    for (;;) {
      const last = await transaction(async (db) => {
        const type = await lockTypeByIdShared(db, typeId);
        const definition = type.fields.find(({ name }) => name === field);
        if (!definition) throw new AppError('not-found', 'Field not found.');
        // Values of a deprecated field cannot be set, so a batch that is done stays empty.
        assertDeprecated(definition);
        const next = await deleteValues(db, type, field, lastId, recordsPerTransaction);
        await progress(db, 0, { lastId: next ?? lastId });
        return next;
      });
      if (last === null) break;
      lastId = last;
    }
    await transaction(async (db) => deleteFieldIn(db, by, (await getTypeById(db, typeId)).name, field));
    return { removed: field };
  },
};
