import type { Benchmark } from '@twinward/contracts/assets/benchmark';
import { notesSheet } from '../../jobs/row-import/service.ts';
import { createWorkbook } from '../../system/file/service.ts';
import { benchmarkColumns } from './columns.ts';

/** Exports the benchmarks as a workbook that can be imported again. A separate sheet describes the allowed values. */
export function benchmarkWorkbook(benchmarks: readonly Benchmark[]): Promise<Buffer> {
  const rows = benchmarks.map(({ category, class: ofClass, type, mtbfDays, shape, score, source }) => [
    ...[category.caption, ofClass?.caption, type?.caption],
    ...[mtbfDays, shape, score, source],
  ]);
  const columns = benchmarkColumns.map(({ heading }) => ({ header: heading, width: 22 }));
  return createWorkbook([
    { name: 'Benchmarks', columns, pages: [rows] },
    notesSheet(benchmarkColumns, 'Entries that are not in the file do not change.'),
  ]);
}
