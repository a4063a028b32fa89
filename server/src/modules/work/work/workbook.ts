import type { Permissions } from '@twinward/contracts/access/access';
import { maximumExportedWork } from '@twinward/contracts/assets/work';
import type { ListBody } from '@twinward/contracts/core/list';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { openFurtherColumns } from '../../jobs/row-import/service.ts';
import { createWorkbook, type TableCell } from '../../system/file/service.ts';
import { workColumns } from './columns.ts';
import { listWork } from './read.ts';
import { workSheet } from './template.ts';

const rowsPerRead = 1000;
/**
 * Exports a list of work as a workbook, with times in a zone and their offset.
 * @throws AppError `too-large` for more work than a workbook holds.
 */
export async function workWorkbook(
  db: Db,
  { reader, body, timeZone }: { reader: Permissions; body: ListBody; timeZone: string },
): Promise<Buffer> {
  const further = await openFurtherColumns(db, 'work', workColumns);
  const rows: TableCell[][] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const { records, total } = await listWork(db, { ...body, pageNumber, pageSize: rowsPerRead });
    if (total > maximumExportedWork) {
      throw new AppError(
        'too-large',
        `One workbook takes ${maximumExportedWork.toLocaleString('en-US')} items of work. Please choose fewer by filters.`,
      );
    }
    const furtherCells = await further.cellsOf(reader, records);
    records.forEach((work, place) => {
      const cells = workColumns.map((column) => column.valueOf(work, timeZone));
      rows.push([...cells, ...furtherCells[place]!]);
    });
    if (records.length < rowsPerRead) break;
  }
  return createWorkbook([{ ...workSheet([...workColumns, ...further.columns]), pages: [rows] }]);
}
