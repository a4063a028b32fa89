import type { readFileHead as contract, FileHead } from '@twinward/contracts/signals/import';
import { call } from '../../../shared/api/http.ts';
import { fileForm } from '../../../shared/import/row-import.ts';

/** Reads the first rows of a workbook on the server. */
export const readFileHead = (file: File): Promise<FileHead> =>
  call<typeof contract>('POST /api/imports/head', { body: fileForm(file) });
