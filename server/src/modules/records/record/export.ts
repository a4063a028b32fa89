import type { Readable } from 'node:stream';
import type { Permissions } from '@twinward/contracts/access/access';
import type { ListBody } from '@twinward/contracts/core/list';
import { maximumFileRows } from '@twinward/contracts/core/row-import';
import { type CustomRecord, maximumExportedRecords } from '@twinward/contracts/records/record';
import { valueIn } from '@twinward/domain/records/conditions';
import { cellValue } from '@twinward/domain/records/show';
import { captionOfState } from '@twinward/domain/records/states';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { notesSheet, offerChoices, sheetColumn, textColumn } from '../../jobs/row-import/service.ts';
import {
  openPages,
  streamWorkbook,
  type TableCell,
  type TableFormat,
  tableTypes,
  writeTable,
} from '../../system/file/service.ts';
import { fileFields, readCaptions, readFieldsAfter } from '../field/service.ts';
import { findTitles } from '../link/service.ts';
import {
  addRollUps,
  getReadableType,
  listShownFields,
  readValueFields,
  type TypeDefinition,
} from '../record-type/service.ts';
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
 * Streams a list of records, with the columns that an import reads.
 * @throws AppError `not-found`; `invalid-request`; `too-large` if there are more records than a file can hold.
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
    const { records, ...page } = await selectRecordPage(db, actor, type, {
      ...body,
      pageNumber,
      pageSize: rowsPerRead,
    });
    return { ...page, records: await toRecords(db, actor, type, records) };
  };
  const list = { readPage, pageSize: rowsPerRead, most: maximumExportedRecords, noun: 'records' };
  const batches = await openPages(list);
  const shown = { ...type, fields: await readValueFields(db, type.fields) };
  async function* pages(): AsyncGenerator<TableCell[][]> {
    for await (const records of batches) yield records.map((record) => toCells(shown, record));
  }
  const columns = fileColumns(type).map(sheetColumn);
  return {
    fileName: `${type.name}.${format}`,
    type: tableTypes[format],
    content: writeTable(format, { name: 'Records', columns, pages: pages() }),
  };
}

/** Returns the cells of a record, in the order of `fileColumns`. Numbers are not converted to text. */
function toCells(type: TypeDefinition, record: CustomRecord): TableCell[] {
  const fields = new Map(fileFields(type.fields).map((field) => [field.name, field]));
  return fileColumns(type).map(({ name }) => {
    if (name === idColumn) return record.id;
    const field = fields.get(name);
    if (name === stateColumn && !field) return captionOfState(type, record.state);
    return cellValue(field!, valueIn(record.fields, name), record.captions);
  });
}

/** Streams a workbook to fill in; for a system type, with the existing records and their values. */
export function streamTemplate(db: Db, reader: Permissions, type: TypeDefinition): Readable {
  const columns = fileColumns(type);
  const records = offerChoices({ name: 'Records', columns: columns.map(textColumn) }, columns);
  if (!type.isSystem) return streamWorkbook([records, notesSheet(columns)]);
  const most = maximumFileRows.toLocaleString('en-US');
  const remark = `A column that is not here keeps its values. An empty cell clears the value. A file takes ${most} records: of more, the first stand here.`;
  return streamWorkbook([{ ...records, pages: readPages(db, reader, type) }, notesSheet(columns, remark)]);
}

/** Yields pages of the records of a system type with their values, in the order of `fileColumns`. */
async function* readPages(db: Db, reader: Permissions, type: TypeDefinition): AsyncGenerator<TableCell[][]> {
  const fields = fileFields(type.fields);
  const shown = await listShownFields(db, reader, fields);
  for (let after = 0, left = maximumFileRows; left > 0; ) {
    const rows = await readFieldsAfter(db, type, after, Math.min(rowsPerRead, left));
    if (rows.length === 0) return;
    const titles = await findTitles(
      db,
      type.name,
      rows.map(({ id }) => id),
    );
    const captions = await readCaptions(
      db,
      shown,
      rows.map((row) => row.fields),
    );
    await addRollUps(db, shown, rows);
    yield rows.map((row) => [
      row.id,
      titles.get(row.id),
      ...fields.map((field) => cellValue(field, valueIn(row.fields, field.name), captions)),
    ]);
    after = rows.at(-1)!.id;
    left -= rows.length;
  }
}
