import type { RowImportResult } from '@twinward/contracts/core/row-import';
import type { Db } from '../../../platform/database/database.ts';
import type { CommandCall } from '../command/service.ts';
import { carryOutTogether, type PlannedRow } from './carry-out.ts';
import type { FileRow } from './read-rows.ts';
import type { RowResults } from './results-store.ts';

/** Rows that are planned and written per transaction. */
const rowsPerTransaction = 1000;

/** How a kind of row is imported. */
export interface BatchImport<Name extends string, Row extends PlannedRow> {
  /** Plans some rows against the current state of the database. */
  plan(db: Db, rows: readonly FileRow<Name>[]): Promise<Row[]>;
  /** Writes rows to be created or updated; null for a check. */
  apply: ((db: Db, rows: readonly Row[]) => Promise<void>) | null;
  results: Pick<RowResults<Row>, 'insert'>;
  /** Share of the file read so far, 0 to 1. */
  share(): number;
}

/** The counts so far, and the last line they include. */
type Progress = RowImportResult & { line: number };

/**
 * Imports a file of independent records in the order of its rows, in bounded memory. An interrupted import
 * resumes after the last row it finished; a failed row does not affect the others.
 */
export async function carryOutBatches<Name extends string, Row extends PlannedRow>(
  call: CommandCall,
  batches: AsyncIterable<FileRow<Name>[]>,
  { plan, apply, results, share }: BatchImport<Name, Row>,
): Promise<RowImportResult> {
  let progress: Progress = {
    dryRun: apply === null,
    rows: 0,
    create: 0,
    update: 0,
    unchanged: 0,
    error: 0,
    line: 0,
    ...(call.resumed as Partial<Progress> | null),
  };

  /** Records the results of some rows, with the new counts. */
  async function recordResults(transaction: Db, planned: readonly Row[]): Promise<Progress> {
    await results.insert(transaction, call.commandId, planned);
    const next = { ...progress, rows: progress.rows + planned.length, line: planned.at(-1)!.line };
    for (const { action } of planned) next[action]++;
    await call.progress(transaction, Math.min(99, share() * 100), { ...next });
    return next;
  }

  const carryOut = (rows: readonly FileRow<Name>[]) =>
    carryOutTogether(call, rows, {
      plan,
      apply,
      recordResults,
      committed: (next) => {
        progress = next;
      },
    });

  const waiting: FileRow<Name>[] = [];
  for await (const rows of readAhead(batches)) {
    for (const row of rows) if (row.line > progress.line) waiting.push(row);
    while (waiting.length >= rowsPerTransaction) await carryOut(waiting.splice(0, rowsPerTransaction));
  }
  if (waiting.length > 0) await carryOut(waiting);
  const { line: _, ...result } = progress;
  return result;
}

/** Reads the next item of a source while the current one is processed. */
async function* readAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  try {
    let next = items.next();
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = items.next();
      // Prevents an unhandled rejection: `await next` throws the error.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await items.return?.();
  }
}
