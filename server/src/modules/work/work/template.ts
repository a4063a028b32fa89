import { failureCauseListId, failureMechanismListId } from '@twinward/contracts/system/value-list';
import { sheetRow } from '@twinward/domain/rules/sheet';
import ExcelJS from 'exceljs';
import type { Db } from '../../../platform/database/database.ts';
import {
  addNotes,
  columnWidth,
  type FileColumn,
  offerChoices,
  openFurtherColumns,
} from '../../jobs/row-import/service.ts';
import { getValueList } from '../../system/value-list/service.ts';
import { type FileColumnName, workColumns } from './columns.ts';

type Column = FileColumn<FileColumnName>;

const isTime = ({ name }: Column) => name === 'planned' || name === 'start' || name === 'completed';

/** Adds the sheet of work with its headings. */
export function addSheet(workbook: ExcelJS.Workbook, columns: readonly Column[]): ExcelJS.Worksheet {
  const sheet = workbook.addWorksheet('Work', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map((column) => ({
    header: column.heading,
    width: columnWidth(column.heading),
    // Codes such as 1.0 must stay text.
    style: {
      numFmt: isTime(column) ? 'yyyy-mm-dd hh:mm' : column.name.startsWith('failure') ? '@' : 'General',
    },
  }));
  sheet.getRow(1).font = { bold: true };
  return sheet;
}

/** The template, with descriptions of its columns and the failure codes. */
export async function workTemplate(db: Db): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const columns = [...workColumns, ...(await openFurtherColumns(db, 'work', workColumns)).columns];
  offerChoices(addSheet(workbook, columns), columns);
  addNotes(workbook, columns);
  await addCodes(workbook, 'Failure mechanisms', db, failureMechanismListId);
  await addCodes(workbook, 'Failure causes', db, failureCauseListId);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** Adds a sheet with the codes of a list that are offered. */
async function addCodes(workbook: ExcelJS.Workbook, title: string, db: Db, listId: number): Promise<void> {
  const sheet = workbook.addWorksheet(title);
  sheet.columns = [
    { header: 'Code', width: 12, style: { numFmt: '@' } },
    { header: 'Caption', width: 50 },
  ];
  sheet.getRow(1).font = { bold: true };
  for (const { value, caption, isDeprecated } of (await getValueList(db, listId)).configuration.items) {
    if (!isDeprecated) sheet.addRow(sheetRow([value, caption]));
  }
}
