import { maximumRiskFileBytes, maximumRiskRows } from '@twinward/contracts/risk/risk-analysis-import';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { startThread } from '../../../platform/threads/threads.ts';
import { type FileRow, readRows } from '../../jobs/row-import/service.ts';
import { openUploadedRows, readUpload, type SourceRow } from '../../system/file/service.ts';
import { type ColumnName, columns } from './columns.ts';
import type { SheetReply, SheetRequest } from './sheet-thread.ts';

/** A row of the file, with the text of each existing column. */
export type RiskFileRow = FileRow<ColumnName>;

/** Limits of the thread that reads a pre-2007 workbook: memory in MiB, time in milliseconds. */
const threadMemory = 512;
const threadTime = 60_000;

const noWorkbook = () =>
  new AppError('invalid-file', 'The file is not an Excel workbook. Please choose an xlsx or xls file.');

/**
 * Reads a whole workbook of assets. The format is detected from the first bytes.
 * @throws AppError `invalid-file` if it is not a workbook of assets, or is too large.
 */
export async function readWorkbookRows(db: Db, fileId: string): Promise<RiskFileRow[]> {
  const head = await readHead(db, fileId);
  if (head.subarray(0, 4).equals(zipMagic))
    return readRows((await openUploadedRows(db, fileId, 'assets.xlsx')).rows, columns, ['uniqueId']);
  if (head.subarray(0, 8).equals(compoundMagic))
    return readRows(readOldWorkbook(db, fileId), columns, ['uniqueId']);
  throw noWorkbook();
}

const zipMagic = Buffer.from('PK\x03\x04');
const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function readHead(db: Db, fileId: string): Promise<Buffer> {
  for await (const piece of readUpload(db, fileId)) return Buffer.from(piece.subarray(0, 8));
  return Buffer.alloc(0);
}

/** Reads the rows of a pre-2007 workbook in a worker thread, since the parser blocks, and may crash. */
async function* readOldWorkbook(db: Db, fileId: string): AsyncGenerator<SourceRow[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readUpload(db, fileId)) pieces.push(piece);
  const bytes = new Uint8Array(Buffer.concat(pieces).subarray(0, maximumRiskFileBytes));
  const { rows, ...rest } = await readInThread({
    bytes,
    mostRows: maximumRiskRows,
    mostColumns: columns.length * 2,
  });
  if (rows === null) throw noWorkbook();
  if ('isCut' in rest && rest.isCut) throw tooManyRows();
  yield rows;
}

function readInThread(request: SheetRequest): Promise<SheetReply> {
  return new Promise((resolve, reject) => {
    const thread = startThread('modules/risk/risk-analysis-import/sheet-thread', request, {
      maxOldGenerationSizeMb: threadMemory,
    });
    const timer = setTimeout(() => void thread.terminate(), threadTime);
    thread.once('message', (reply: SheetReply) => {
      resolve(reply);
      void thread.terminate();
    });
    // An early end is caused by the file: it needs too much memory or time.
    thread.once('error', () => reject(noWorkbook()));
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(noWorkbook());
    });
  });
}

const tooManyRows = () =>
  new AppError(
    'invalid-file',
    `The file has more than ${maximumRiskRows.toLocaleString('en-US')} rows. Please split it.`,
  );
