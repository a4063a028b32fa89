import ExcelJS from 'exceljs';
import { addNotes, offerChoices, widthOf } from '../../jobs/row-import/service.ts';
import { type WorkColumn, workColumns } from './columns.ts';

const isTime = ({ name }: WorkColumn) => name === 'planned' || name === 'start' || name === 'completed';

/** Adds the sheet of work with its headings. */
export function addSheet(workbook: ExcelJS.Workbook): ExcelJS.Worksheet {
  const sheet = workbook.addWorksheet('Work', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = workColumns.map((column) => ({
    header: column.heading,
    width: widthOf(column.heading),
    // Codes such as 1.0 must stay text.
    style: {
      numFmt: isTime(column) ? 'yyyy-mm-dd hh:mm' : column.name.startsWith('failure') ? '@' : 'General',
    },
  }));
  sheet.getRow(1).font = { bold: true };
  return sheet;
}

/** The template, with descriptions of its columns. */
export async function workTemplate(): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  offerChoices(addSheet(workbook), workColumns);
  addNotes(workbook, workColumns);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
