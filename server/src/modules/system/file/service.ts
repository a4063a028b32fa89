/** Files that users upload: keeping them, and reading their rows, times and numbers. */
export type { Bytes } from './bytes.ts';
export type { SourceRow } from './lines.ts';
export { ReadingTime } from './reading-time.ts';
export { openRows } from './rows.ts';
export {
  countPieceBytes as countUploadBytes,
  deleteOldPieces as deleteOldUploads,
  deletePieces as deleteUpload,
  readPieces as readUpload,
} from './store.ts';
export { createTimeReader, type TimeReader } from './times.ts';
export { assertRowFile, hasUpload, keepUpload, readUploadedRows } from './upload.ts';
export { readQuality, readValue } from './values.ts';
