import { parentPort, workerData } from 'node:worker_threads';
import { read, utils } from '@e965/xlsx';
import type { SourceRow } from '@twinward/domain/file/delimited';

/** The input of the thread: a pre-2007 workbook, and limits. */
export interface SheetRequest {
  bytes: Uint8Array;
  mostRows: number;
  mostColumns: number;
}

/** The texts of the first sheet's cells by row, with line numbers from 1; null for a file that is not a workbook. */
export type SheetReply = { rows: SourceRow[]; isCut: boolean } | { rows: null };

const { bytes, mostRows, mostColumns } = workerData as SheetRequest;

function readRows(): SheetReply {
  // Ignores formulas, styles and macros. Reads one more row to detect whether the sheet continues.
  const workbook = read(bytes, { type: 'array', dense: true, sheetRows: mostRows + 2, cellFormula: false });
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ''];
  if (!sheet) return { rows: null };
  const table = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: true });
  const rows = table
    .map((cells, index) => ({
      line: index + 1,
      cells: Array.from(cells.slice(0, mostColumns), (cell) => String(cell ?? '').trim()),
      numeric: new Set(cells.flatMap((cell, place) => (typeof cell === 'number' ? [place] : []))),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { rows: rows.slice(0, mostRows + 1), isCut: rows.length > mostRows + 1 };
}

let reply: SheetReply;
try {
  reply = readRows();
} catch {
  reply = { rows: null };
}
parentPort?.postMessage(reply);
