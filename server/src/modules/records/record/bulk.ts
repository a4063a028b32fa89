import type { FieldChanges } from '@twinward/contracts/records/field';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { type CommandCall, type CommandHandler, startCommand } from '../../jobs/command/service.ts';
import { findTitles } from '../link/service.ts';
import { changeSystemFields, getWritableTypeOfAny, holdType } from '../record-type/service.ts';
import { deleteRecordIn } from './delete.ts';
import { toWriter, updateRecordIn, type Writer } from './write.ts';

interface BulkChange {
  ids: number[];
  fields?: FieldChanges | undefined;
  delete?: true | undefined;
}

/** The stored input of the command. Permissions are those of the user at the time of the call. */
interface BulkInput extends BulkChange {
  type: string;
  by: Writer;
}

/**
 * Starts a command that changes or deletes records; of a system type it changes further fields. @returns its id.
 * @throws AppError `not-found`; `forbidden`; `invalid-request` for a deletion of records of a system type.
 */
export async function startBulkChange(actor: Actor, typeName: string, change: BulkChange): Promise<string> {
  const type = await getWritableTypeOfAny(actor.tenant.db, actor, typeName);
  if (type.isSystem && change.delete)
    refuseProblems([
      { path: 'delete', message: 'Records of the system’s own types are deleted one by one.' },
    ]);
  const ids = [...new Set(change.ids)];
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
  /** The first errors, by record. */
  reasons: { id: number; message: string }[];
}

/** Executes commands of type change-records: one transaction per record, including the counts. */
export const changeRecords: CommandHandler = { run };

async function run({ input, resumed, transaction, progress }: CommandCall): Promise<Record<string, unknown>> {
  const { ids, by, type: typeName, ...change } = input as unknown as BulkInput;
  let result: BulkResult = (resumed as BulkResult | null) ?? { done: 0, changed: 0, refused: 0, reasons: [] };
  for (const id of ids.slice(result.done)) {
    const done = result.done + 1;
    const percent = (100 * done) / ids.length;
    try {
      const changed = { ...result, done, changed: result.changed + 1 };
      await transaction(async (db) => {
        await changeIn(db, by, typeName, id, change);
        await progress(db, percent, changed);
      });
      result = changed;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reasons = [...result.reasons, { id, message: error.message }].slice(0, maximumReasons);
      result = { ...result, done, refused: result.refused + 1, reasons };
      await transaction((db) => progress(db, percent, result));
    }
  }
  return result;
}

async function changeIn(
  db: Db,
  by: Writer,
  typeName: string,
  id: number,
  { fields = {}, ...change }: Pick<BulkChange, 'fields' | 'delete'>,
): Promise<void> {
  await holdType(db, typeName);
  const type = await getWritableTypeOfAny(db, by, typeName);
  if (type.isSystem) {
    const title = found((await findTitles(db, type.name, [id])).get(id), type.caption);
    await changeSystemFields(db, by, type, { id, title }, fields);
  } else if (change.delete) {
    await deleteRecordIn(db, by, type, id);
  } else {
    await updateRecordIn(db, by, type, id, fields, null);
  }
}
