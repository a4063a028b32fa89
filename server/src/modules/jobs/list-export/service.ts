import type { ListBody, ListRequest, Page } from '@twinward/contracts/core/list';
import { type ExportQuery, maximumExportedRows } from '@twinward/contracts/core/list-export';
import type { FieldValues } from '@twinward/contracts/records/field';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { toWall } from '@twinward/domain/time-zone';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { getUserTimeZone } from '../../access/user/service.ts';
import {
  openPages,
  type SheetColumn,
  type TableCell,
  type TableFormat,
  tableTypes,
  writeTable,
} from '../../system/file/service.ts';
import { type FurtherColumns, openFurtherColumns, sheetColumn } from '../row-import/service.ts';

/** Exports lists as files, with the columns that the user chose. */

/** A column of an exported list. */
export interface ExportColumn<Row> {
  header: string;
  /** Width in characters. */
  width: number;
  /** Format of a column of ISO 8601 times, which are written as days or times in the user's time zone. */
  time?: keyof typeof timeLengths;
  read: (row: Row) => string | number | null;
}

/** A list that can be exported. */
export interface ExportedList<Name extends string, Row> {
  /** Record type of the rows, whose further fields are exported; null if the rows have none. */
  type: Row extends { id: number; fields: FieldValues } ? SystemType : null;
  /** Plural name of the rows, also used as the name of the file and the sheet. */
  noun: string;
  /** Its own columns, in default order. */
  columns: Readonly<Record<Name, ExportColumn<Row>>>;
  /** Reads a page of the filtered and sorted list. */
  readPage: (request: ListRequest) => Promise<Page<Row>>;
}

/** Formats of times, with their length in characters. */
const timeLengths = { 'yyyy-mm-dd': 10, 'yyyy-mm-dd hh:mm': 16 } as const;
const rowsPerRead = 1000;

const noFurther: Pick<FurtherColumns, 'columns' | 'listCells'> = {
  columns: [],
  listCells: async (_, records) => records.map(() => []),
};

/** A column of the file. */
interface FileColumn<Row> extends SheetColumn {
  /** @param further cells of the further fields, by column */
  toCell: (row: Row, further: ReadonlyMap<string, TableCell>) => TableCell;
}

/**
 * Streams a list as a file.
 * @throws AppError `invalid-request` for a column that does not exist; `too-large` if there are more rows than a file
 *   can hold.
 */
export async function sendExport<Name extends string, Row extends object>(
  { actor, query, body, reply }: { actor: Actor; query: ExportQuery; body: ListBody; reply: FastifyReply },
  { type, noun, columns, readPage }: ExportedList<Name, Row>,
): Promise<FastifyReply> {
  const { format } = query;
  const { db } = actor.tenant;
  const further = type === null ? noFurther : await openFurtherColumns(db, type);
  const timeZone = await getUserTimeZone(db, actor.userId);
  const all = new Map<string, FileColumn<Row>>();
  for (const [name, column] of Object.entries<ExportColumn<Row>>(columns))
    all.set(name, ownColumn(column, format, timeZone));
  for (const column of further.columns)
    all.set(column.name, { ...sheetColumn(column), toCell: (_, cells) => cells.get(column.name) });
  const chosen = query.columns === undefined ? [...all.values()] : chooseColumns(all, query.columns);
  const batches = await openPages({
    readPage: (pageNumber) => readPage({ ...body, pageNumber, pageSize: rowsPerRead }),
    pageSize: rowsPerRead,
    most: maximumExportedRows,
    noun,
  });
  async function* pages(): AsyncGenerator<TableCell[][]> {
    for await (const records of batches) {
      // Rows of a type have further fields.
      const cells = await further.listCells(
        actor,
        records as unknown as { id: number; fields: FieldValues }[],
      );
      yield records.map((record, place) => {
        const byName = new Map(further.columns.map(({ name }, at) => [name as string, cells[place]![at]]));
        return chosen.map(({ toCell }) => toCell(record, byName));
      });
    }
  }
  const sheet = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return reply
    .type(tableTypes[format])
    .header('content-disposition', `attachment; filename="${noun.replaceAll(' ', '-')}.${format}"`)
    .send(writeTable(format, { name: sheet, columns: chosen, pages: pages() }));
}

/** @throws AppError `invalid-request` for a column that does not exist. */
function chooseColumns<Column>(all: ReadonlyMap<string, Column>, text: string): Column[] {
  return [...new Set(text.split(','))].map((name) => {
    const column = all.get(name);
    if (column !== undefined) return column;
    const names = [...all.keys()].join(', ');
    throw new AppError('invalid-request', `There is no column '${name}'. The columns are ${names}.`);
  });
}

/** Files have no time zones, so times are in the user's time zone, which the heading names. */
function ownColumn<Row>(column: ExportColumn<Row>, format: TableFormat, timeZone: string): FileColumn<Row> {
  const { time, read } = column;
  if (time === undefined) return { header: column.header, width: column.width, toCell: read };
  const header = `${column.header} (${timeZone})`;
  return {
    header,
    width: Math.max(column.width, header.length + 2),
    format: time,
    toCell: (row) => {
      const value = read(row);
      if (value === null) return null;
      const wall = new Date(toWall(Date.parse(String(value)), timeZone));
      return format === 'xlsx' ? wall : wall.toISOString().slice(0, timeLengths[time]).replace('T', ' ');
    },
  };
}
