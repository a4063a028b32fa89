import { createTimeReader } from '@twinward/domain/file/times';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import {
  carryOutRows,
  cleanImport,
  createCellNumbers,
  openFurtherColumns,
  readRows,
} from '../../jobs/row-import/service.ts';
import { listTagIds } from '../../signals/tag/service.ts';
import { openUploadedRows } from '../../system/file/service.ts';
import {
  type FileColumnName,
  insertChecked,
  listWorkMeant,
  updateChecked,
  workColumns,
} from '../work/service.ts';
import { type PlannedWork, planRows } from './plan.ts';
import { type WorkImportInput, workImport } from './service.ts';

/** Executes commands of type import-work. */
export const importWork: CommandHandler = { run: importFile, clean: cleanImport };

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as WorkImportInput;
  const source = await openUploadedRows(db, input.fileId, input.fileName);
  const further = await openFurtherColumns(db, 'work', workColumns);
  const columns = [...workColumns, ...further.columns];
  const rows = await readRows<FileColumnName>(source.rows, columns, ['tag', 'name']);
  const { separator, epochDay } = source;
  const tags = await listTagIds(db, 'work', [...new Set(rows.map(({ cells }) => cells.tag ?? ''))]);
  const work = await listWorkMeant(db, {
    tagIds: [...tags.values()],
    numbers: rows.flatMap(({ cells }) => (cells.number ? [cells.number] : [])),
    names: rows.flatMap(({ cells }) => (cells.number ? [] : [cells.name ?? ''])),
  });
  const readers = {
    times: createTimeReader({ ...input, epochDay }),
    numbers: createCellNumbers<string>(rows, ['hours', 'cost', ...further.numeric], {
      separator,
      decimalSign: input.decimalSign,
    }),
  };
  const fields = await further.read(rows, readers.numbers);
  const planned = await further.refuse(
    input,
    planRows(rows, { tags, work, fields }, readers, Date.now()),
    ({ existing, fields: planned }) => planned && { existing, changes: planned.fields ?? {} },
  );
  async function applyOne(transaction: Db, plan: PlannedWork): Promise<void> {
    if (!plan.fields) return;
    if (!plan.existing) {
      await insertChecked(transaction, input, plan.tagId, plan.fields);
      return;
    }
    const { id, version } = plan.existing;
    if (!(await updateChecked(transaction, input, id, { ...plan.fields, version }))) {
      throw new AppError('conflict', 'The work was changed by someone else.');
    }
  }
  const apply = async (transaction: Db, plans: readonly PlannedWork[]): Promise<void> => {
    for (const plan of plans) await applyOne(transaction, plan);
  };
  return { ...(await carryOutRows(call, planned, workImport.results, input.dryRun ? null : apply)) };
}
