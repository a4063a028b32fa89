import { failureCauseListId, failureMechanismListId } from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import {
  type FileColumn,
  notesSheet,
  offerChoices,
  openFurtherColumns,
  sheetColumn,
  textColumn,
} from '../../jobs/row-import/service.ts';
import { createWorkbook, type Sheet, type SheetColumn } from '../../system/file/service.ts';
import { getValueList } from '../../system/value-list/service.ts';
import { type FileColumnName, workColumns } from './columns.ts';

type Column = FileColumn<FileColumnName>;

const isTime = ({ name }: Column) => name === 'planned' || name === 'start' || name === 'completed';

function toSheetColumn(column: Column): SheetColumn {
  if (column.name.startsWith('failure')) return textColumn(column);
  return isTime(column) ? { ...sheetColumn(column), format: 'yyyy-mm-dd hh:mm' } : sheetColumn(column);
}

/** Returns the sheet of work without rows. */
export const workSheet = (columns: readonly Column[]): Omit<Sheet, 'pages'> => ({
  name: 'Work',
  columns: columns.map(toSheetColumn),
});

/** Creates the template, with descriptions of its columns and the failure codes. */
export async function workTemplate(db: Db): Promise<Buffer> {
  const columns = [...workColumns, ...(await openFurtherColumns(db, 'work', workColumns)).columns];
  return createWorkbook([
    offerChoices(workSheet(columns), columns),
    notesSheet(columns),
    await codesSheet('Failure mechanisms', db, failureMechanismListId),
    await codesSheet('Failure causes', db, failureCauseListId),
  ]);
}

/** Returns a sheet of the codes of a list that are not deprecated. */
async function codesSheet(name: string, db: Db, listId: number): Promise<Sheet> {
  const { items } = (await getValueList(db, listId)).configuration;
  const offered = items.filter(({ isDeprecated }) => !isDeprecated);
  return {
    name,
    columns: [
      { header: 'Code', width: 12, format: '@' },
      { header: 'Caption', width: 50 },
    ],
    pages: [offered.map(({ value, caption }) => [value, caption])],
  };
}
