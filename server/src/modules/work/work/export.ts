import { buffer } from 'node:stream/consumers';
import type { Permissions } from '@twinward/contracts/access/access';
import type { ListBody } from '@twinward/contracts/core/list';
import { maximumExportedRows } from '@twinward/contracts/core/list-export';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { openFurtherColumns } from '../../jobs/row-import/service.ts';
import { type TableCell, type TableFormat, writeTable } from '../../system/file/service.ts';
import { workColumns } from './columns.ts';
import { listWork } from './read.ts';
import { workSheet } from './template.ts';

const rowsPerRead = 1000;

/** What is exported, for whom. */
interface WorkExport {
  reader: Permissions;
  body: ListBody;
  format: TableFormat;
  timeZone: string;
}

/**
 * Exports a list of work as a file, with times in a zone and their offset.
 * @throws AppError `too-large` for more work than a file takes.
 */
export async function exportWork(db: Db, { reader, body, format, timeZone }: WorkExport): Promise<Buffer> {
  const further = await openFurtherColumns(db, 'work', workColumns);
  const rows: TableCell[][] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const { records, total } = await listWork(db, { ...body, pageNumber, pageSize: rowsPerRead });
    if (total > maximumExportedRows) {
      throw new AppError(
        'too-large',
        `One file takes ${maximumExportedRows.toLocaleString('en-US')} items of work. Please choose fewer by filters.`,
      );
    }
    const furtherCells = await further.cellsOf(reader, records);
    records.forEach((work, place) => {
      const cells = workColumns.map((column) => column.valueOf(work, timeZone));
      rows.push([...cells, ...furtherCells[place]!]);
    });
    if (records.length < rowsPerRead) break;
  }
  return buffer(writeTable(format, { ...workSheet([...workColumns, ...further.columns]), pages: [rows] }));
}
