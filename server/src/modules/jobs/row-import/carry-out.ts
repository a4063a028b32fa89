import type { RowImportAction, RowImportResult, RowImportRow } from '@twinward/contracts/core/row-import';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CommandCall } from '../command/service.ts';
import type { RowResults } from './results-store.ts';

/** The plan for a row of a file; `message` is the reason of an error. */
export type PlannedRow = RowImportRow;

/** Rows of a check whose results are written per transaction. */
const rowsPerCheck = 1000;

type Counts = Omit<RowImportResult, 'dryRun'>;

/**
 * Executes the plan of a file's rows; a check only records it. Rows that were finished before an interruption are
 * skipped. A failed row does not affect the others.
 * @param apply writes rows to be created or updated, all in one transaction; null for a check
 * @param options.undone called with rows that `apply` wrote and that were rolled back
 */
export async function carryOutRows<Row extends PlannedRow>(
  call: CommandCall,
  planned: readonly Row[],
  results: Pick<RowResults<Row>, 'insert' | 'findDone'>,
  apply: ((db: Db, rows: readonly Row[]) => Promise<void>) | null,
  { undone, rowsPerRun = 100 }: { undone?: (rows: readonly Row[]) => void; rowsPerRun?: number } = {},
): Promise<RowImportResult> {
  const dryRun = apply === null;
  const done = await results.findDone(call.tenant.db, call.commandId);
  let counts: Counts = { rows: 0, create: 0, update: 0, unchanged: 0, error: 0 };
  for (const { action } of done) counts = counted(counts, action);

  /** Records the results of some rows, with the new counts. */
  async function recordResults(transaction: Db, rows: readonly Row[]): Promise<Counts> {
    await results.insert(transaction, call.commandId, rows);
    const next = rows.reduce((sum, { action }) => counted(sum, action), counts);
    await call.progress(transaction, Math.min(99, (next.rows / planned.length) * 100), { dryRun, ...next });
    return next;
  }

  const carryOut = (batch: readonly Row[]) =>
    carryOutTogether(call, batch, {
      plan: async (_, rows) => rows,
      apply,
      recordResults,
      committed: (next) => {
        counts = next;
      },
      undone,
    });

  const doneLines = new Set(done.map(({ line }) => line));
  const left = planned.filter(({ line }) => !doneLines.has(line));
  const size = dryRun ? rowsPerCheck : rowsPerRun;
  for (let start = 0; start < left.length; start += size) await carryOut(left.slice(start, start + size));
  return { dryRun, ...counts };
}

function counted(counts: Counts, action: RowImportAction): Counts {
  return { ...counts, rows: counts.rows + 1, [action]: counts[action] + 1 };
}

interface RowsTogether<Source, Row, Progress> {
  plan(db: Db, rows: readonly Source[]): Promise<readonly Row[]>;
  /** Writes rows to be created or updated; null for a check. */
  apply: ((db: Db, rows: readonly Row[]) => Promise<void>) | null;
  /** Records the results in the same transaction. */
  recordResults(db: Db, planned: readonly Row[]): Promise<Progress>;
  committed(progress: Progress): void;
  undone?: ((rows: readonly Row[]) => void) | undefined;
}

/**
 * Plans, writes and records rows in one transaction. If that fails with an AppError, each row is retried in its own
 * transaction. A row that fails alone is recorded as an error.
 * @throws AppError if planning a single row fails.
 */
export async function carryOutTogether<Source, Row extends PlannedRow, Progress>(
  call: Pick<CommandCall, 'transaction'>,
  rows: readonly Source[],
  steps: RowsTogether<Source, Row, Progress>,
): Promise<void> {
  const { plan, apply, recordResults, committed, undone } = steps;
  let planned: readonly Row[] = [];
  try {
    const progress = await call.transaction(async (transaction) => {
      planned = await plan(transaction, rows);
      const written = planned.filter(({ action }) => action === 'create' || action === 'update');
      if (written.length > 0) await apply?.(transaction, written);
      return recordResults(transaction, planned);
    });
    committed(progress);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    undone?.(planned);
    if (rows.length > 1) {
      // A concurrent change may have made one row fail: retry each row alone.
      for (const one of rows) await carryOutTogether(call, [one], steps);
      return;
    }
    const [row] = planned;
    if (!row) throw error;
    const refused: Row = { ...row, action: 'error', message: error.message };
    committed(await call.transaction((transaction) => recordResults(transaction, [refused])));
  }
}
