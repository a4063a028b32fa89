import type { WorkImportOptions } from '@twinward/contracts/assets/work-import';
import type { CommandType } from '@twinward/contracts/core/command';
import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { Filter, Page } from '@twinward/contracts/core/list';
import type { RowImportAction, RowImportRow } from '@twinward/contracts/core/row-import';
import type { Column } from '../../ui/list/data-table.tsx';
import type { Entity } from '../api/query-key.ts';
import { saveFile } from '../api/save-file.ts';

/** The command that a call has started. */
interface Started {
  commandId: string;
}

/** Which comes first in dates such as 02/03/2024; `ymd` where there are none. */
export type DateOrder = WorkImportOptions['dateOrder'];

/** How the cells of a file are read, as chosen. */
export interface RowOptions {
  dateOrder: DateOrder;
  /** Null: as the numbers show it. */
  decimalSign: DecimalSign | null;
}

/** The form field of a decimal sign that was chosen. */
export const decimalSignField = ({ decimalSign }: Pick<RowOptions, 'decimalSign'>): Record<string, string> =>
  decimalSign === null ? {} : { decimalSign };

/** A kind of records that are imported from a file, a row each. */
export interface RowImport<Row extends RowImportRow> {
  /** Of its commands. */
  type: CommandType;
  /** What the records are called, in small letters. */
  records: string;
  /** What one and several of them are called on the button. */
  nouns: readonly [one: string, several: string];
  hint: string;
  /** The endings of its files, separated by commas; any table unless given. */
  accept?: string;
  /** Whether its rows have dates, whose order is asked for. */
  hasDates?: boolean;
  /** Whether its rows have numbers, whose decimal sign may be chosen. */
  hasNumbers?: boolean;
  /** What tells a row of the result apart. */
  columns: readonly Column<Row>[];
  /** What is asked for again when records were written. */
  renews: Entity;
  check(file: File, options: RowOptions): Promise<Started>;
  run(commandId: string): Promise<Started>;
  listRows(commandId: string, asked: AskedRows): Promise<Page<Row>>;
  downloadTemplate(): Promise<void>;
  downloadRows(commandId: string, fileName: string): Promise<void>;
}

export interface AskedRows {
  query: { 'page-number': number; 'page-size': number };
  body: { filters: Filter[] };
  signal: AbortSignal;
}

export const rowsPerPage = 25;

/** Asks for a page of the rows with which one thing, or anything, is done. */
export function askedRows(action: RowImportAction | null, page: number, signal: AbortSignal): AskedRows {
  return {
    query: { 'page-number': page, 'page-size': rowsPerPage },
    body: {
      filters:
        action === null ? [] : [{ field: 'Action', operator: 'EqualTo', value: action, dataType: 'C' }],
    },
    signal,
  };
}

/** The body of a call that takes a file, with what goes with it. */
export function fileForm(file: File, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file, file.name);
  return body;
}

/** Saves the result of a file's import under the file's own name. */
export const saveRows = (answer: Response, fileName: string): Promise<void> =>
  saveFile(answer, `${fileName.replace(/\.[^.]*$/, '')} result.csv`);
