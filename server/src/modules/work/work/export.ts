import { buffer } from 'node:stream/consumers';
import type { Permissions } from '@twinward/contracts/access/access';
import type { ListBody } from '@twinward/contracts/core/list';
import { maximumExportedRows } from '@twinward/contracts/core/list-export';
import type { Db } from '../../../platform/database/database.ts';
import { openFurtherColumns } from '../../jobs/row-import/service.ts';
import { openPages, type TableCell, type TableFormat, writeTable } from '../../system/file/service.ts';
import { workColumns } from './columns.ts';
import { listWork } from './read.ts';
import { workSheet } from './template.ts';

const rowsPerRead = 1000;

/** Parameters of an export. */
interface WorkExport {
  reader: Permissions;
  body: ListBody;
  format: TableFormat;
  timeZone: string;
}

/**
 * Exports a list of work as a file, with times in a time zone and with their offset.
 * @throws AppError `too-large` if there is more work than a file can hold.
 */
export async function exportWork(db: Db, { reader, body, format, timeZone }: WorkExport): Promise<Buffer> {
  const further = await openFurtherColumns(db, 'work', workColumns);
  const batches = await openPages({
    readPage: (pageNumber) => listWork(db, reader, { ...body, pageNumber, pageSize: rowsPerRead }),
    pageSize: rowsPerRead,
    most: maximumExportedRows,
    noun: 'items of work',
  });
  async function* pages(): AsyncGenerator<TableCell[][]> {
    for await (const works of batches) {
      const furtherCells = await further.listCells(reader, works);
      yield works.map((work, place) => [
        ...workColumns.map((column) => column.toValue(work, timeZone)),
        ...furtherCells[place]!,
      ]);
    }
  }
  const sheet = workSheet([...workColumns, ...further.columns]);
  return buffer(writeTable(format, { ...sheet, pages: pages() }));
}
