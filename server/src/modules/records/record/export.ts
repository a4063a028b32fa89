import type { Readable } from 'node:stream';
import type { ListBody } from '@twinward/contracts/core/list';
import { type CustomRecord, maximumExportedRecords } from '@twinward/contracts/records/record';
import { valueIn } from '@twinward/domain/records/conditions';
import { cellValue } from '@twinward/domain/records/show';
import { captionOfState } from '@twinward/domain/records/states';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { notesSheet, offerChoices, sheetColumn, textColumn } from '../../jobs/row-import/service.ts';
import {
  createWorkbook,
  listPages,
  type TableCell,
  type TableFormat,
  tableTypes,
  writeTable,
} from '../../system/file/service.ts';
import { fileFields } from '../field/service.ts';
import { getReadableType, type TypeDefinition } from '../record-type/service.ts';
import { fileColumns, idColumn, stateColumn } from './columns.ts';
import { toRecords } from './read.ts';
import { selectRecordPage } from './store.ts';

const rowsPerRead = 1000;

export interface ExportedFile {
  fileName: string;
  type: string;
  content: Readable;
}

/**
 * Streams a list of records in the columns that an import reads.
 * @throws AppError `not-found`; `invalid-request`; `too-large` for more records than a file takes.
 */
export async function exportRecords(
  actor: Actor,
  typeName: string,
  format: TableFormat,
  body: ListBody,
): Promise<ExportedFile> {
  const { db } = actor.tenant;
  const type = await getReadableType(db, actor, typeName);
  const readPage = async (pageNumber: number) => {
    const { records, ...page } = await selectRecordPage(db, type, {
      ...body,
      pageNumber,
      pageSize: rowsPerRead,
    });
    return { ...page, records: await toRecords(db, type, records) };
  };
  const first = await readPage(1);
  if (first.capped || first.total > maximumExportedRecords) {
    const most = maximumExportedRecords.toLocaleString('en-US');
    throw new AppError('too-large', `One file takes ${most} records. Please choose fewer by filters.`);
  }
  async function* pages(): AsyncGenerator<TableCell[][]> {
    const readRecords = async (page: number) => (await readPage(page)).records;
    for await (const records of listPages(first.records, rowsPerRead, readRecords))
      yield records.map((record) => cellsOf(type, record));
  }
  const columns = fileColumns(type).map(sheetColumn);
  return {
    fileName: `${type.name}.${format}`,
    type: tableTypes[format],
    content: writeTable(format, { name: 'Records', columns, pages: pages() }),
  };
}

/** The cells of a record, in the order of `fileColumns`. Numbers are numbers. */
function cellsOf(type: TypeDefinition, record: CustomRecord): TableCell[] {
  const fields = new Map(fileFields(type.fields).map((field) => [field.name, field]));
  return fileColumns(type).map(({ name }) => {
    if (name === idColumn) return record.id;
    const field = fields.get(name);
    if (name === stateColumn && !field) return captionOfState(type, record.state);
    return cellValue(field!, valueIn(record.fields, name), record.captions);
  });
}

/** A workbook to fill in. */
export function templateOf(type: TypeDefinition): Promise<Buffer> {
  const columns = fileColumns(type);
  return createWorkbook([
    offerChoices({ name: 'Records', columns: columns.map(textColumn) }, columns),
    notesSheet(columns),
  ]);
}
