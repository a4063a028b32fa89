import type ExcelJS from 'exceljs';
import type { FastifyReply } from 'fastify';
import { tableTypes } from '../../system/file/service.ts';
import type { FileColumn } from './columns.ts';

/** Number of template rows whose cells have a drop-down list. */
const offeredRows = 1000;

/** Width of a sheet's column, in characters. */
export const columnWidth = (heading: string): number => Math.max(16, heading.length + 4);

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
    .type(tableTypes.xlsx)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content);
}

/** Adds a sheet that describes the columns. */
export function addNotes<Name extends string>(
  workbook: ExcelJS.Workbook,
  columns: readonly FileColumn<Name>[],
  remark = 'Without a column, its values stay as they are. An empty cell clears the value.',
): void {
  const notes = workbook.addWorksheet('Notes');
  notes.columns = [
    { header: 'Column', width: 24 },
    { header: 'Allowed values', width: 120 },
  ];
  notes.getRow(1).font = { bold: true };
  for (const { heading, note } of columns) notes.addRow([heading, note]);
  notes.addRow([]);
  notes.addRow(['', remark]);
}
