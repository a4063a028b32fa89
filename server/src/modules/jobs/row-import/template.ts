import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Sheet, type SheetColumn, tableTypes } from '../../system/file/service.ts';
import type { FileColumn } from './columns.ts';

/** Returns the width of a sheet's column, in characters. */
const columnWidth = (heading: string): number => Math.max(16, heading.length + 4);

/** Returns a sheet column that is wide enough for its heading. */
export const sheetColumn = ({ heading }: { heading: string }): SheetColumn => ({
  header: heading,
  width: columnWidth(heading),
});

/** Returns a text column, so that codes such as 1.0 and 007 keep their zeros. */
export const textColumn = (column: { heading: string }): SheetColumn => ({
  ...sheetColumn(column),
  format: '@',
});

/**
 * Returns a template sheet without rows, with menus of the allowed values.
 * @param columns the columns of `sheet`, in its order
 */
export function offerChoices<Name extends string>(
  { name, columns: shown }: Omit<Sheet, 'pages'>,
  columns: readonly FileColumn<Name>[],
): Sheet {
  const offered = shown.map((column, place) => {
    const choices = columns[place]?.choices;
    return choices === undefined ? column : { ...column, choices };
  });
  return { name, columns: offered, pages: [] };
}

/** Sends a workbook as a download. */
export function sendWorkbook(
  reply: FastifyReply,
  fileName: string,
  content: Buffer | Readable,
): FastifyReply {
  return reply
    .type(tableTypes.xlsx)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content);
}

/** Returns a sheet that describes the columns. */
export function notesSheet<Name extends string>(
  columns: readonly FileColumn<Name>[],
  remark = 'If a column is missing, its values do not change. An empty cell clears the value.',
): Sheet {
  const notes = columns.map(({ heading, note }) => [heading, note]);
  return {
    name: 'Notes',
    columns: [
      { header: 'Column', width: 24 },
      { header: 'Allowed values', width: 120 },
    ],
    pages: [[...notes, [], ['', remark]]],
  };
}
