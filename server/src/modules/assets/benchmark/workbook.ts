import type { Benchmark } from '@twinward/contracts/assets/benchmark';
import { sheetRow } from '@twinward/domain/rules/sheet';
import ExcelJS from 'exceljs';
import { addNotes } from '../../jobs/row-import/service.ts';
import { benchmarkColumns } from './columns.ts';

/**
 * Exports the benchmarks as a workbook that can be imported again; allowed values are described on a sheet of its own.
 */
export async function benchmarkWorkbook(benchmarks: readonly Benchmark[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Benchmarks', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = benchmarkColumns.map(({ heading }) => ({ header: heading, width: 22 }));
  sheet.getRow(1).font = { bold: true };
  for (const { category, class: ofClass, type, mtbfDays, shape, score, source } of benchmarks)
    sheet.addRow(
      sheetRow([category.caption, ofClass?.caption, type?.caption, mtbfDays, shape, score, source]),
    );
  addNotes(workbook, benchmarkColumns, 'An entry that is not in the file keeps its values.');
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
