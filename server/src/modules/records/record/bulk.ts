import type { FieldChanges } from '@twinward/contracts/records/field';
import { isSystemType } from '@twinward/contracts/records/record-type';
import type { Actor } from '../../../platform/actor.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { found } from '../../../platform/errors.ts';
import {
  type CommandCall,
  type CommandHandler,
  changeEach,
  startOwnCommand,
} from '../../jobs/command/service.ts';
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
  return startOwnCommand(actor, {
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
  });
}

/** Executes commands of type change-records: one transaction per record, including the counts. */
export const changeRecords: CommandHandler = { run };

function run(call: CommandCall): Promise<Record<string, unknown>> {
  const { ids, by, type: typeName, ...change } = call.input as unknown as BulkInput;
  const { tenant } = call;
  return changeEach(
    call,
    ids,
    (db, id) => changeIn({ ...tenant, db }, by, typeName, id, change),
    // The title is empty if the record does not exist.
    async (id, message) => {
      const title = (await findTitles(tenant.db, typeName, [id])).get(id) ?? '';
      return { id, title, message };
    },
  );
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
