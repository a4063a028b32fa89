import { Readable } from 'node:stream';
import {
  maximumExportRows,
  type ParameterValues,
  type QueryDefinition,
} from '@twinward/contracts/questions/query-definition';
import type { ResultColumn, ResultValue } from '@twinward/contracts/questions/query-result';
import { createBudget } from '@twinward/domain/evaluation';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  type CommandCall,
  type CommandHandler,
  getCommand,
  startOwnCommand,
  writeResultFile,
} from '../../jobs/command/service.ts';
import {
  hasUpload,
  readUpload,
  type TableCell,
  type TableFormat,
  tableTypes,
  writeTable,
} from '../../system/file/service.ts';
import { compileQuery, toValues } from './compile/statement.ts';
import { toReader } from './reader.ts';
import { bindQuery, inReadOnly, type QueryRequest } from './run.ts';
import { getQuery } from './service.ts';

/** The stored input of the command, with the user's permissions at the time of the call. */
interface ExportInput extends QueryRequest {
  format: TableFormat;
}

interface ExportResult extends Record<string, unknown> {
  rows: number;
  /** Whether the query has more rows than a file holds. */
  truncated: boolean;
  fileName: string;
  format: TableFormat;
}

/**
 * Starts a command that writes the result of a query to a file.
 * @returns the id of the command
 * @throws AppError `not-found`.
 */
export async function startExport(
  actor: Actor,
  id: number,
  { parameters, format }: { parameters: ParameterValues; format: TableFormat },
): Promise<string> {
  const { name, definition } = await getQuery(actor, id);
  const reader = await toReader(actor.tenant.db, actor);
  return startOwnCommand(actor, {
    type: 'export-query',
    targetType: 'query',
    targetId: String(id),
    targetName: name,
    input: { definition, parameters, reader, format } satisfies ExportInput,
  });
}

/**
 * Opens the file of an export of the user.
 * @throws AppError `not-found` for another command, before the command is done, and after a day.
 */
export async function openExport(
  actor: Actor,
  commandId: string,
): Promise<{ fileName: string; type: string; content: Readable }> {
  const { db } = actor.tenant;
  const { type, status, result } = await getCommand(actor, commandId);
  if (type !== 'export-query' || status !== 'done' || !(await hasUpload(db, commandId)))
    throw new AppError('not-found', 'File not found. Files are kept for one day.');
  const { fileName, format } = result as ExportResult;
  return {
    fileName,
    type: tableTypes[format],
    content: Readable.from(readUpload(db, commandId), { objectMode: false }),
  };
}

/** Executes commands of type export-query. An interrupted run starts again. */
export const exportQuery: CommandHandler = { run };

const rowsPerRead = 5000;
/** Time limit for reading a series, and for each statement, in milliseconds. */
const readLimit = 300_000;

async function run(call: CommandCall): Promise<ExportResult> {
  const { tenant } = call;
  const { format, ...request } = call.input as unknown as ExportInput;
  return inReadOnly(
    tenant.db,
    async (db) => {
      // A cursor reads in this transaction. The file is written in separate transactions, part by part.
      const budget = createBudget({ deadline: Date.now() + readLimit });
      const bound = await bindQuery(db, request, budget);
      const { columns, statement } = compileQuery(bound, maximumExportRows);
      const counted = { rows: 0, truncated: false };
      const pages = readPages(db, statement, columns, counted);
      const table = { name: 'Result', columns: toHeaders(columns), pages };
      await writeResultFile(call, writeTable(format, table), () => ({
        percent: Math.min(99, (100 * counted.rows) / maximumExportRows),
        result: { rows: counted.rows },
      }));
      return { ...counted, format, fileName: toFileName(request.definition, format) };
    },
    readLimit,
  );
}

const toFileName = ({ source }: QueryDefinition, format: TableFormat): string =>
  `${source.kind === 'records' ? source.type : 'series'}-${new Date().toISOString().slice(0, 10)}.${format}`;

const isShown = ({ key }: ResultColumn): boolean => !key.endsWith('.id');

/** Writes booleans as yes and no. */
const toCell = (value: ResultValue): TableCell =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;

/** Yields pages of rows without the ids of references, at most as many rows as a file can hold. */
async function* readPages(
  db: Db,
  statement: ReturnType<typeof compileQuery>['statement'],
  columns: readonly ResultColumn[],
  counted: { rows: number; truncated: boolean },
): AsyncGenerator<TableCell[][]> {
  await sql`declare query_rows no scroll cursor for ${statement}`.execute(db);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      fetch ${sql.lit(rowsPerRead)} from query_rows`.execute(db);
    const taken = rows.slice(0, maximumExportRows - counted.rows);
    counted.rows += taken.length;
    counted.truncated ||= taken.length < rows.length;
    yield taken.map((row) =>
      toValues(row)
        .filter((_, index) => isShown(columns[index]!))
        .map(toCell),
    );
    if (rows.length < rowsPerRead) return;
  }
}

const toHeaders = (columns: readonly ResultColumn[]): { header: string }[] =>
  columns.filter(isShown).map(({ caption, unit }) => ({ header: unit ? `${caption} (${unit})` : caption }));
