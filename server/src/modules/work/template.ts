import ExcelJS from 'exceljs';
import { type WorkColumn, workColumns } from './columns.ts';

/** Rows of the template whose cells offer their choices. */
const offeredRows = 1000;

const isTime = ({ name }: WorkColumn) => name === 'planned' || name === 'start' || name === 'completed';

/** Adds the sheet of work with its headings. */
export function addSheet(workbook: ExcelJS.Workbook): ExcelJS.Worksheet {
  const sheet = workbook.addWorksheet('Work', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = workColumns.map((column) => ({
    header: column.heading,
    width: Math.max(16, column.heading.length + 4),
    // Codes such as 1.0 must stay text.
    style: {
      numFmt: isTime(column) ? 'yyyy-mm-dd hh:mm' : column.name.startsWith('failure') ? '@' : 'General',
    },
  }));
  sheet.getRow(1).font = { bold: true };
  return sheet;
}

/** The workbook to fill in, with notes of what may stand in its columns. */
export async function workTemplate(): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = addSheet(workbook);
  workColumns.forEach(({ choices }, place) => {
    if (!choices) return;
    const formulae = [`"${choices.join(',')}"`];
    for (let row = 2; row <= offeredRows; row++)
      sheet.getCell(row, place + 1).dataValidation = { type: 'list', allowBlank: true, formulae };
  });
  const notes = workbook.addWorksheet('Notes');
  notes.columns = [
    { header: 'Column', width: 24 },
    { header: 'What may stand in it', width: 120 },
  ];
  notes.getRow(1).font = { bold: true };
  for (const { heading, note } of workColumns) notes.addRow([heading, note]);
  notes.addRow([]);
  notes.addRow(['', 'A column that is taken away leaves what is there; an empty cell empties it.']);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
