import type { Db } from '../../../platform/database/database.ts';
import { openUploadedRows } from '../../system/file/service.ts';
import { getValueList, updateItems } from '../../system/value-list/service.ts';
import type { CommandCall, CommandHandler } from '../command/service.ts';
import { carryOutRows, cleanImport, readRows } from '../row-import/service.ts';
import { columns } from './columns.ts';
import { type PlannedItem, planRows, toItemKey } from './plan.ts';
import { type ListImportInput, listImport } from './service.ts';

/** Executes commands of type import-list. */
export const importList: CommandHandler = { run: importFile, clean: cleanImport };

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as ListImportInput;
  const source = await openUploadedRows(db, input.fileId, input.fileName);
  const rows = await readRows(source.rows, columns, ['caption']);
  const list = await getValueList(db, input.listId);
  const apply = (transaction: Db, plans: readonly PlannedItem[]) =>
    updateItems(transaction, input, list.id, (items) => {
      const merged = new Map(items.map((item) => [toItemKey(list, item), item]));
      for (const { item } of plans) {
        if (!item) continue;
        const key = toItemKey(list, item);
        const id = merged.get(key)?.id;
        const { id: _, ...fields } = item;
        merged.set(key, { ...fields, ...(id === undefined ? {} : { id }) });
        if (item.default) {
          for (const [other, one] of merged) {
            if (other !== key && one.category === item.category && one.default) {
              merged.set(other, { ...one, default: false });
            }
          }
        }
      }
      return [...merged.values()];
    });
  const run = input.dryRun ? null : apply;
  return { ...(await carryOutRows(call, planRows(rows, list), listImport.results, run)) };
}
