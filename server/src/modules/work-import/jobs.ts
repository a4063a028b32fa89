import type { WorkImportResult } from '@twinward/contracts/work-import';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CommandCall, CommandHandler } from '../command/service.ts';
import { createTimeReader, deleteUpload, readUploadedRows } from '../import/service.ts';
import { readWorkTags } from '../tag/service.ts';
import { insertChecked, readWorkMeant, updateChecked } from '../work/service.ts';
import { type PlannedRow, planRows } from './plan.ts';
import { readRows } from './read-rows.ts';
import type { WorkImportInput } from './service.ts';
import { findDone, insertResults } from './store.ts';

/** Rows whose results are written in one transaction. */
const rowsPerBatch = 200;

/** Carries out commands of type import-work. */
export const importWork: CommandHandler = {
  run: importFile,
  async clean(db, input) {
    const { dryRun, fileId } = input as unknown as WorkImportInput;
    // A file that was checked is kept, to be imported.
    if (!dryRun) await deleteUpload(db, fileId);
  },
};

type Counts = Omit<WorkImportResult, 'dryRun'>;

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as WorkImportInput;
  const rows = await readRows(readUploadedRows(db, input.fileId, input.fileName));
  const tags = await readWorkTags(db, [...new Set(rows.map(({ cells }) => cells.tag ?? ''))]);
  const work = await readWorkMeant(db, {
    tagIds: [...tags.values()],
    numbers: rows.flatMap(({ cells }) => (cells.number ? [cells.number] : [])),
    names: rows.flatMap(({ cells }) => (cells.number ? [] : [cells.name ?? ''])),
  });
  const done = await findDone(db, call.commandId);
  const counts: Counts = { rows: 0, create: 0, update: 0, unchanged: 0, error: 0 };
  for (const { action } of done) count(counts, action);
  const doneLines = new Set(done.map(({ line }) => line));
  const readTime = createTimeReader({ ...input, excelDays: /\.xlsx(\.gz)?$/i.test(input.fileName) });
  const planned = planRows(rows, { tags, work }, readTime, Date.now()).filter(
    ({ line }) => !doneLines.has(line),
  );
  for (let start = 0; start < planned.length; start += rowsPerBatch) {
    await carryOut(call, input, planned.slice(start, start + rowsPerBatch), counts, rows.length);
  }
  return { dryRun: input.dryRun, ...counts };
}

/** Does what is planned for some rows, or of a check only notes it; one that fails does not keep the others. */
async function carryOut(
  call: CommandCall,
  input: WorkImportInput,
  batch: readonly PlannedRow[],
  counts: Counts,
  total: number,
): Promise<void> {
  const { db } = call.tenant;
  try {
    await db.transaction().execute(async (transaction) => {
      if (!input.dryRun) for (const plan of batch) await apply(transaction, input, plan);
      await note(transaction, call, batch, counts, { total, dryRun: input.dryRun });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [plan] = batch;
    if (batch.length === 1 && plan) {
      const refused: PlannedRow = { ...plan, action: 'error', message: error.message };
      await db
        .transaction()
        .execute((transaction) => note(transaction, call, [refused], counts, { total, dryRun: false }));
      return;
    }
    // What others changed since the plan was made stands in the way of a row: each has its own try.
    for (const one of batch) await carryOut(call, input, [one], counts, total);
  }
}

async function apply(db: Db, user: WorkImportInput, plan: PlannedRow): Promise<void> {
  if (!plan.fields || plan.action === 'unchanged') return;
  if (!plan.existing) {
    await insertChecked(db, user, plan.tagId, plan.fields);
    return;
  }
  const { id, version } = plan.existing;
  if (!(await updateChecked(db, user, id, { ...plan.fields, version }))) {
    throw new AppError('conflict', 'The work was changed by someone else meanwhile.');
  }
}

/** Writes down what became of some rows, with the counts that it leads to. */
async function note(
  db: Db,
  call: CommandCall,
  batch: readonly PlannedRow[],
  counts: Counts,
  { total, dryRun }: { total: number; dryRun: boolean },
): Promise<void> {
  await insertResults(db, call.commandId, batch);
  const next = { ...counts };
  for (const { action } of batch) count(next, action);
  await call.progress(db, Math.min(99, (next.rows / total) * 100), { dryRun, ...next });
  Object.assign(counts, next);
}

function count(counts: Counts, action: PlannedRow['action']): void {
  counts.rows += 1;
  counts[action] += 1;
}
