import type ExcelJS from 'exceljs';
import type { FastifyReply } from 'fastify';
import type { FileColumn } from './columns.ts';

/** Number of template rows whose cells have a drop-down list. */
const offeredRows = 1000;

/** Width of a sheet's column, in characters. */
export const widthOf = (heading: string): number => Math.max(16, heading.length + 4);

/** Adds drop-down lists of the allowed values to the cells of a sheet. */
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

/** Sends a workbook as a download. */
export function sendWorkbook(reply: FastifyReply, fileName: string, content: Buffer): FastifyReply {
  return reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content);
}

/** Adds a sheet that describes the columns. */
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
