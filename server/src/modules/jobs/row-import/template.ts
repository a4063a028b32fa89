import type ExcelJS from 'exceljs';
import type { FastifyReply } from 'fastify';
import type { FileColumn } from './columns.ts';

/** Rows of a template whose cells offer their choices. */
const offeredRows = 1000;

/** How wide a column of a sheet is, in characters. */
export const widthOf = (heading: string): number => Math.max(16, heading.length + 4);

/** Lets the cells of a sheet offer what can be chosen in them. */
export function offerChoices<Name extends string>(
  sheet: ExcelJS.Worksheet,
  columns: readonly FileColumn<Name>[],
): void {
  columns.forEach(({ choices }, place) => {
    if (!choices) return;
    const formulae = [`"${choices.join(',')}"`];
    for (let row = 2; row <= offeredRows; row++)
      sheet.getCell(row, place + 1).dataValidation = { type: 'list', allowBlank: true, formulae };
  });
}

/** Sends a workbook as a file to download. */
export function sendWorkbook(reply: FastifyReply, fileName: string, content: Buffer): FastifyReply {
  return reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content);
}

/** Adds a sheet that says what may stand in the columns. */
export function addNotes<Name extends string>(
  workbook: ExcelJS.Workbook,
  columns: readonly FileColumn<Name>[],
  remark = 'A column that is taken away leaves what is there; an empty cell empties it.',
): void {
  const notes = workbook.addWorksheet('Notes');
  notes.columns = [
    { header: 'Column', width: 24 },
    { header: 'What may stand in it', width: 120 },
  ];
  notes.getRow(1).font = { bold: true };
  for (const { heading, note } of columns) notes.addRow([heading, note]);
  notes.addRow([]);
  notes.addRow(['', remark]);
}
