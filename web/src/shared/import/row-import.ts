import type { assetImportRoutes } from '@twinward/contracts/assets/asset-import';
import type { WorkImportOptions, workImportRoutes } from '@twinward/contracts/assets/work-import';
import type { feedImportRoutes } from '@twinward/contracts/connections/feed-import';
import type { CommandType } from '@twinward/contracts/core/command';
import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { Filter, Page } from '@twinward/contracts/core/list';
import type { RowImportAction, RowImportRow } from '@twinward/contracts/core/row-import';
import type { RowImportRoutes } from '@twinward/contracts/core/row-import-routes';
import type { ImportMapping } from '@twinward/contracts/records/record-import';
import type { SystemType } from '@twinward/contracts/records/record-type';
import type { tagImportRoutes } from '@twinward/contracts/signals/tag-import';
import type { listImportRoutes } from '@twinward/contracts/system/list-import';
import type { parameterImportRoutes } from '@twinward/contracts/twins/parameter-import';
import type { Column } from '../../ui/list/data-table.tsx';
import { call, callList, send } from '../api/http.ts';
import type { Entity } from '../api/query-key.ts';
import { saveFile } from '../api/save-file.ts';

/** The command that a call started. */
interface Started {
  commandId: string;
}

/** The order of dates such as 02/03/2024; `ymd` if there are none. */
export type DateOrder = WorkImportOptions['dateOrder'];

/** The chosen options for reading a file. */
export interface RowOptions {
  dateOrder: DateOrder;
  /** Null to detect it from the numbers. */
  decimalSign: DecimalSign | null;
}

/** The form field for the decimal sign. */
export const decimalSignField = ({ decimalSign }: Pick<RowOptions, 'decimalSign'>): Record<string, string> =>
  decimalSign === null ? {} : { decimalSign };

/** A kind of records that can be imported from a file, one per row. */
export interface RowImport<Row extends RowImportRow> {
  /** Type of its commands. */
  type: CommandType;
  /** Name of the records, in lower case. */
  records: string;
  /** Singular and plural on the button. */
  nouns: readonly [one: string, several: string];
  hint: string;
  /** Accepted file extensions, separated by commas; by default, any table. */
  accept?: string;
  /** Whether rows have dates. The user then chooses their order. */
  hasDates?: boolean;
  /** Whether rows have numbers. The user can then choose the decimal sign. */
  hasNumbers?: boolean;
  /** The type whose further fields can be columns, which may contain numbers. */
  furtherFieldsType?: SystemType;
  /** Narrows the recent imports to those of one record type. */
  recordType?: string;
  /** If the user can map columns: the targets of a mapping, and the call that repeats the check with it. */
  mapping?: {
    targets: readonly { value: string; label: string }[];
    recheck(commandId: string, mapping: ImportMapping): Promise<Started>;
  };
  /** Key columns of a row in the results. */
  columns: readonly Column<Row>[];
  /** Queries to invalidate after records were written. */
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

/** The request for a page of the rows with one outcome; null for all. */
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

type Calls = 'check' | 'run' | 'listRows' | 'downloadTemplate' | 'downloadRows';
type Kind =
  | typeof assetImportRoutes
  | typeof feedImportRoutes
  | typeof listImportRoutes
  | typeof parameterImportRoutes
  | typeof tagImportRoutes
  | typeof workImportRoutes;

/**
 * The calls of an import with the routes `rowImportRoutes`.
 * @param templateName file name of the template
 * @param toFormFields converts options to form fields
 */
export function rowImportCalls<Row extends RowImportRow>(
  path: Kind['check']['path'],
  templateName: string,
  toFormFields: (options: RowOptions) => Record<string, string> = () => ({}),
): Pick<RowImport<Row>, Calls> {
  const params = (commandId: string) => ({ params: { commandId } });
  return {
    check: (file, options) =>
      call<RowImportRoutes['check']>(`POST ${path}`, { body: fileForm(file, toFormFields(options)) }),
    run: (commandId) => call<RowImportRoutes['run']>(`POST ${path}/:commandId/run`, params(commandId)),
    listRows: (commandId, asked) =>
      callList<RowImportRoutes['listRows']>(`POST ${path}/:commandId/rows/filters`, {
        ...params(commandId),
        ...asked,
      }) as Promise<Page<Row>>,
    downloadTemplate: async () =>
      saveFile(await send<RowImportRoutes['template']>(`GET ${path}/template`), templateName),
    downloadRows: async (commandId, fileName) =>
      saveRows(
        await send<RowImportRoutes['downloadRows']>(`GET ${path}/:commandId/rows.csv`, params(commandId)),
        fileName,
      ),
  };
}

/** The body of an upload with its options. */
export function fileForm(file: File, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file, file.name);
  return body;
}

/** Downloads the result of an import under the name of its file. */
export const saveRows = (answer: Response, fileName: string): Promise<void> =>
  saveFile(answer, `${fileName.replace(/\.[^.]*$/, '')} result.csv`);
