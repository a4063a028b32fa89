/** Uploaded files: storing them, and reading their rows, times and numbers. Also writes tables to files. */
export { readAttachment } from './attachment.ts';
export type { Bytes } from './bytes.ts';
export type { SourceRow, SourceRows } from './lines.ts';
export { ReadingTime } from './reading-time.ts';
export { type OpenedRows, openRows } from './rows.ts';
export {
  countPieceBytes as countUploadBytes,
  deleteOldPieces as deleteOldUploads,
  deletePieces as deleteUpload,
  insertPiece as addUploadPiece,
  readPieces as readUpload,
} from './store.ts';
export { openPages, type TableFormat, tableTypes, writeTable } from './table.ts';
export { assertRowFile, hasUpload, openUploadedRows, storeUpload } from './upload.ts';
export {
  createWorkbook,
  type Sheet,
  type SheetColumn,
  streamWorkbook,
  type TableCell,
} from './workbook-writer.ts';
export { openZip, type Zip } from './zip.ts';
export { createZip, writeZip, type ZipFile } from './zip-writer.ts';
