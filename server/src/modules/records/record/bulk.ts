import type { FieldChanges } from '@twinward/contracts/records/field';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { type CommandCall, type CommandHandler, startCommand } from '../../jobs/command/service.ts';
import { getWritableType } from '../record-type/service.ts';
import { deleteRecordIn } from './delete.ts';
import { getHeldType, toWriter, updateRecordIn, type Writer } from './write.ts';

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

/** Starts a command that changes or deletes records. @returns its id. @throws AppError `not-found`; `forbidden`. */
export async function startBulkChange(actor: Actor, typeName: string, change: BulkChange): Promise<string> {
  const type = await getWritableType(actor.tenant.db, actor, typeName);
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
        const type = await getHeldType(db, by, typeName);
        if (change.delete) await deleteRecordIn(db, by, type, id);
        else await updateRecordIn(db, by, type, id, change.fields ?? {}, null);
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
