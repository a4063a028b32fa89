import type { FieldChanges } from '@twinward/contracts/records/field';
import { isSystemType } from '@twinward/contracts/records/record-type';
import type { Actor } from '../../../platform/actor.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { type CommandCall, type CommandHandler, startCommand } from '../../jobs/command/service.ts';
import { findTitles } from '../link/service.ts';
import { systemRecordDeletion } from '../record-type/events.ts';
import { changeSystemFields, getWritableTypeOfAny, lockTypeShared } from '../record-type/service.ts';
import { deleteRecordIn } from './delete.ts';
import { toWriter, updateRecordIn, type Writer } from './write.ts';

interface BulkChange {
  ids: number[];
  fields?: FieldChanges | undefined;
  delete?: true | undefined;
}

/** The stored input of the command, with the user's permissions at the time of the call. */
interface BulkInput extends BulkChange {
  type: string;
  by: Writer;
}

/**
 * Starts a command that changes or deletes records; for a system type, it changes only further fields.
 * @returns the id of the command
 * @throws AppError `not-found`; `forbidden`.
 */
export async function startBulkChange(actor: Actor, typeName: string, change: BulkChange): Promise<string> {
  const type = await getWritableTypeOfAny(actor.tenant.db, actor, typeName);
  // Deletes the newest first: an asset is usually created after its location, and must be deleted before it.
  const ids = [...new Set(change.ids)].sort((one, other) => (change.delete ? other - one : 0));
  const what = ids.length === 1 ? 'record' : 'records';
  return withTransaction(actor.tenant.db, (db) =>
    startCommand(db, {
      type: 'change-records',
      targetType: 'record-type',
      targetId: type.name,
      targetName: `${change.delete ? 'Delete' : 'Change'} ${ids.length} ${what} of ${type.caption}`,
      input: {
        ...change,
        ids,
        type: type.name,
        by: toWriter(actor),
      } satisfies BulkInput,
      createdBy: actor.userId,
    }),
  );
}

const maximumReasons = 20;

interface BulkResult extends Record<string, unknown> {
  done: number;
  changed: number;
  refused: number;
  /** The first errors, one per record. The title is empty if the record does not exist. */
  reasons: { id: number; title: string; message: string }[];
}

/** Executes commands of type change-records: one transaction per record, including the counts. */
export const changeRecords: CommandHandler = { run };

async function run({
  tenant,
  input,
  resumed,
  transaction,
  progress,
}: CommandCall): Promise<Record<string, unknown>> {
  const { ids, by, type: typeName, ...change } = input as unknown as BulkInput;
  let result: BulkResult = (resumed as BulkResult | null) ?? { done: 0, changed: 0, refused: 0, reasons: [] };
  for (const id of ids.slice(result.done)) {
    const done = result.done + 1;
    const percent = (100 * done) / ids.length;
    try {
      const changed = { ...result, done, changed: result.changed + 1 };
      await transaction(async (db) => {
        await changeIn({ ...tenant, db }, by, typeName, id, change);
        await progress(db, percent, changed);
      });
      result = changed;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const title = (await findTitles(tenant.db, typeName, [id])).get(id) ?? '';
      const reasons = [...result.reasons, { id, title, message: error.message }].slice(0, maximumReasons);
      result = { ...result, done, refused: result.refused + 1, reasons };
      await transaction((db) => progress(db, percent, result));
    }
  }
  return result;
}

async function changeIn(
  tenant: Tenant,
  by: Writer,
  typeName: string,
  id: number,
  { fields = {}, ...change }: Pick<BulkChange, 'fields' | 'delete'>,
): Promise<void> {
  const { db } = tenant;
  await lockTypeShared(db, typeName);
  const type = await getWritableTypeOfAny(db, by, typeName);
  if (isSystemType(type.name) && change.delete) {
    await systemRecordDeletion.emit(db, { by: { ...by, tenant }, type: type.name, id });
  } else if (type.isSystem) {
    const title = found((await findTitles(db, type.name, [id])).get(id), type.caption);
    await changeSystemFields(db, by, type, { id, title }, fields);
  } else if (change.delete) {
    await deleteRecordIn(db, by, type, id);
  } else {
    await updateRecordIn(db, by, type, id, fields, null);
  }
}
