import { randomUUID } from 'node:crypto';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FileContent } from '../../../platform/http/upload-form.ts';
import { ReadingTime } from './reading-time.ts';
import { type OpenedRows, openRows } from './rows.ts';
import { countPieceBytes, deletePieces, insertPiece, readPieces } from './store.ts';

/** Maximum length of file names in common file systems */
const longestName = 255;
const pieceBytes = 1024 * 1024;
const endings = /\.(csv|tsv|txt|xlsx)(\.gz)?$/i;

/** @throws AppError `invalid-file` unless the name has the extension of a file of rows. */
export function assertRowFile(fileName: string): void {
  if (!endings.test(fileName)) {
    throw new AppError(
      'invalid-file',
      'Please choose a csv, tsv, txt or xlsx file; it may be gzipped (.gz).',
    );
  }
  if (fileName.length > longestName) {
    throw new AppError('invalid-file', `The file's name is longer than ${longestName} characters.`);
  }
}

/**
 * Stores an uploaded file and processes it. If either fails, the file is deleted. Each piece is stored separately,
 * since an upload may be slow and must not hold a database connection.
 * @param limit maximum file size, as text
 */
export async function storeUpload<T>(
  db: Db,
  file: FileContent,
  limit: string,
  then: (fileId: string) => Promise<T>,
): Promise<T> {
  const fileId = randomUUID();
  try {
    let position = 0;
    for await (const piece of pieces(file)) await insertPiece(db, fileId, position++, piece);
    if (file.truncated) throw new AppError('too-large', `The file is larger than ${limit}. Please split it.`);
    if (position === 0) throw new AppError('invalid-file', 'The file is empty.');
    return await then(fileId);
  } catch (error) {
    await deletePieces(db, fileId);
    throw error;
  }
}

/**
 * Opens the rows of an uploaded csv or xlsx file, gzipped or not, in batches. The first row is the heading.
 * @param onRead called with the share of the file read so far, 0 to 1
 */
export async function openUploadedRows(
  db: Db,
  fileId: string,
  fileName: string,
  onRead: (share: number) => void = () => {},
): Promise<OpenedRows> {
  const bytes = await countPieceBytes(db, fileId);
  const time = new ReadingTime(bytes);
  async function* counted(): AsyncGenerator<Uint8Array> {
    let read = 0;
    for await (const piece of readPieces(db, fileId)) {
      read += piece.length;
      onRead(read / bytes);
      yield piece;
    }
  }
  const opened = await openRows(counted(), fileName, time);
  return {
    rows: time.limit(opened.rows),
    get epochDay() {
      return opened.epochDay;
    },
    get separator() {
      return opened.separator;
    },
  };
}

/** Returns whether an uploaded file still exists. */
export async function hasUpload(db: Db, fileId: string): Promise<boolean> {
  return (await countPieceBytes(db, fileId)) > 0;
}

async function* pieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of file) {
    parts.push(part);
    size += part.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}
