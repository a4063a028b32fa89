import type { RowImportResult } from '@twinward/contracts/core/row-import';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CommandCall } from '../command/service.ts';
import type { PlannedRow } from './carry-out.ts';
import type { FileRow } from './read-rows.ts';
import type { RowResults } from './results.ts';

/** Rows that are planned and written in one transaction. */
const rowsPerTransaction = 1000;

/** How the rows of a kind of file are imported. */
export interface BatchImport<Name extends string, Row extends PlannedRow> {
  /** Decides what to do with some rows, as the database is now. */
  plan(db: Db, rows: readonly FileRow<Name>[]): Promise<Row[]>;
  /** Writes rows to be created or updated; null for a check. */
  apply: ((db: Db, rows: readonly Row[]) => Promise<void>) | null;
  results: Pick<RowResults<Row>, 'insert'>;
  /** Share of the file that was read, 0 to 1. */
  share(): number;
}

/** The counts so far, and the line up to which they hold. */
type Progress = RowImportResult & { line: number };

/**
 * Imports a file of records in bounded memory, in the order of its rows: each depends on what is stored, and not on
 * the others. An import that was interrupted goes on behind the rows that it finished; a row that fails does not keep
 * the others.
 */
export async function carryOutBatches<Name extends string, Row extends PlannedRow>(
  call: CommandCall,
  batches: AsyncIterable<FileRow<Name>[]>,
  { plan, apply, results, share }: BatchImport<Name, Row>,
): Promise<RowImportResult> {
  let progress: Progress = {
    ...{ dryRun: apply === null, rows: 0, create: 0, update: 0, unchanged: 0, error: 0, line: 0 },
    ...(call.resumed as Partial<Progress> | null),
  };

  /** Notes what became of some rows, with the counts that it leads to. */
  async function note(transaction: Db, planned: readonly Row[]): Promise<Progress> {
    await results.insert(transaction, call.commandId, planned);
    const next = { ...progress, rows: progress.rows + planned.length, line: planned.at(-1)!.line };
    for (const { action } of planned) next[action]++;
    await call.progress(transaction, Math.min(99, share() * 100), { ...next });
    return next;
  }

  async function carryOut(rows: readonly FileRow<Name>[]): Promise<void> {
    let planned: Row[] = [];
    try {
      progress = await call.transaction(async (transaction) => {
        planned = await plan(transaction, rows);
        const written = planned.filter(({ action }) => action === 'create' || action === 'update');
        if (written.length > 0) await apply?.(transaction, written);
        return note(transaction, planned);
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [row] = planned;
      if (rows.length === 1 && row) {
        const refused: Row = { ...row, action: 'error', message: error.message };
        progress = await call.transaction((transaction) => note(transaction, [refused]));
        return;
      }
      // What others changed since the plan was made stands in the way of a row: each has its own try.
      for (const one of rows) await carryOut([one]);
    }
  }

  const waiting: FileRow<Name>[] = [];
  for await (const rows of batches) {
    for (const row of rows) if (row.line > progress.line) waiting.push(row);
    while (waiting.length >= rowsPerTransaction) await carryOut(waiting.splice(0, rowsPerTransaction));
  }
  if (waiting.length > 0) await carryOut(waiting);
  const { line: _, ...result } = progress;
  return result;
}
