import { maximumFileRows } from '@twinward/contracts/core/row-import';
import type { ImportColumn, ImportMapping } from '@twinward/contracts/records/record-import';
import { type DecimalSign, noEvidence } from '@twinward/domain/file/number';
import type { Db } from '../../../platform/database/database.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import {
  carryOutBatches,
  cleanImport,
  createCellNumbers,
  type FileRow,
  type RowImportInput,
  readRowBatches,
  surveyNumbers,
} from '../../jobs/row-import/service.ts';
import { openUploadedRows, type SourceRow } from '../../system/file/service.ts';
import { getWritableTypeOfAny, lockTypeShared } from '../record-type/service.ts';
import { fileColumns, mapHeadings, readColumns } from './columns.ts';
import { numericColumns, type PlannedRecord, planRecords } from './import-plan.ts';
import { recordImport } from './import-results.ts';
import { applyFields, type PlannedFields, planFields, type SeenRows } from './import-system.ts';
import { insertSearchDue } from './search-due-store.ts';
import { insertResolved, updateResolved, type Writer } from './write.ts';

/** The input of an import: its type and user, the mapping of its columns and its number format. */
export interface RecordImportInput extends RowImportInput {
  recordType: string;
  by: Writer;
  mapping: ImportMapping;
  decimalSign?: DecimalSign;
}

/** Executes commands of type import-records. */
export const importRecords: CommandHandler = { run: importFile, clean: cleanImport };

/** Imports a file in batches. Each batch is planned and written before the next is read. */
async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as RecordImportInput;
  const { by, dryRun } = input;
  let share = 0;
  const source = await openUploadedRows(db, input.fileId, input.fileName, (read) => {
    share = read;
  });
  const current = await getWritableTypeOfAny(db, by, input.recordType);
  const known = fileColumns(current);
  let columns: ImportColumn[] = [];
  let evidence = noEvidence();
  const mapped = withMapping(source.rows, input.mapping, async (headings, first) => {
    columns = readColumns(headings, input.mapping, known, first);
    // Stored before the check of the columns: if that fails, the user can still map the columns.
    await call.transaction((db) => call.progress(db, 0, { ...call.resumed, columns }));
    evidence = await surveyNumbers(numericColumns(current), async () => {
      const again = await openUploadedRows(db, input.fileId, input.fileName);
      return read(withMapping(again.rows, input.mapping));
    });
  });
  const read = (from: AsyncIterable<SourceRow[]>) => readRowBatches(from, known, [], maximumFileRows);
  const rows = read(mapped);
  const seen: SeenRows = { records: new Map(), values: new Map() };

  /** Locks the type's definition until the transaction ends, and parses the numbers of rows. */
  async function lockDefinition(transaction: Db, some: readonly FileRow<string>[]) {
    await lockTypeShared(transaction, input.recordType);
    const type = await getWritableTypeOfAny(transaction, by, input.recordType);
    const { separator } = source;
    const { decimalSign } = input;
    const numbers = createCellNumbers(some, numericColumns(type), { separator, decimalSign, evidence });
    return { type, numbers };
  }

  async function plan(transaction: Db, some: readonly FileRow<string>[]): Promise<PlannedRecord[]> {
    const { type, numbers } = await lockDefinition(transaction, some);
    return planRecords(transaction, type, some, { userId: by.userId, dryRun, numbers, seen: seen.values });
  }

  async function planFurther(transaction: Db, some: readonly FileRow<string>[]): Promise<PlannedFields[]> {
    const { type, numbers } = await lockDefinition(transaction, some);
    return planFields(transaction, by, type, some, { dryRun, numbers, seen });
  }

  async function applyFurther(transaction: Db, planned: readonly PlannedFields[]): Promise<void> {
    const type = await getWritableTypeOfAny(transaction, by, input.recordType);
    await applyFields(transaction, by, type, planned);
  }

  async function apply(transaction: Db, planned: readonly PlannedRecord[]): Promise<void> {
    const type = await getWritableTypeOfAny(transaction, by, input.recordType);
    const created = planned.flatMap(({ action, resolved }) =>
      action === 'create' && resolved ? [resolved] : [],
    );
    const updated = planned.flatMap(({ action, resolved, existing }) =>
      action === 'update' && resolved && existing ? [{ row: existing, resolved }] : [],
    );
    if (created.length > 0) await insertResolved(transaction, by, type, created, { index: insertSearchDue });
    if (updated.length > 0) await updateResolved(transaction, by, type, updated, { index: insertSearchDue });
  }

  const withColumns: CommandCall = {
    ...call,
    progress: (db, percent, counts) => call.progress(db, percent, { ...counts, columns }),
  };
  const more = { results: recordImport.results, share: () => share };
  const counts = current.isSystem
    ? await carryOutBatches(withColumns, rows, {
        plan: planFurther,
        apply: dryRun ? null : applyFurther,
        ...more,
      })
    : await carryOutBatches(withColumns, rows, { plan, apply: dryRun ? null : apply, ...more });
  return { ...counts, columns };
}

/**
 * Yields the rows of a file, with the headings replaced by the mapping.
 * @param onHeadings called once, with the original headings and the first rows
 */
async function* withMapping(
  source: AsyncIterable<SourceRow[]>,
  mapping: ImportMapping,
  onHeadings: (headings: readonly string[], first: readonly SourceRow[]) => Promise<void> = async () => {},
): AsyncGenerator<SourceRow[]> {
  let isFirst = true;
  for await (const rows of source) {
    const [heading, ...others] = rows;
    if (isFirst && heading) {
      isFirst = false;
      await onHeadings(heading.cells, others);
      yield [{ ...heading, cells: mapHeadings(heading.cells, mapping) }, ...others];
    } else {
      yield rows;
    }
  }
}
