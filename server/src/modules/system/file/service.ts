/** Uploaded files: storing them, and reading their rows, times and numbers. */
export type { Bytes } from './bytes.ts';
export type { SourceRow, SourceRows } from './lines.ts';
export { ReadingTime } from './reading-time.ts';
export { type RepeatedHour, RepeatedHours } from './repeated-hours.ts';
export { type OpenedRows, openRows } from './rows.ts';
export {
  countPieceBytes as countUploadBytes,
  deleteOldPieces as deleteOldUploads,
  deletePieces as deleteUpload,
  readPieces as readUpload,
} from './store.ts';
export { createTimeReader, joinDateTime, type TimeReader } from './times.ts';
export { assertRowFile, hasUpload, keepUpload, openUploadedRows } from './upload.ts';
