import type { ParameterValues, QueryDefinition } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import type { Budget } from '@twinward/domain/evaluation';
import { definitionProblems } from '@twinward/domain/queries/definition-problems';
import { bindFilters, bindParameters, currentUser } from '@twinward/domain/queries/parameters';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { listUnits } from '../../system/unit/service.ts';
import type { CatalogueType } from './catalogue/catalogue.ts';
import { loadCatalogue } from './catalogue/load.ts';
import { refuse } from './compile/path.ts';
import { compileRows, type Mark, type RowPage } from './compile/rows.ts';
import { type BoundQuery, type CompiledQuery, compileQuery, toValues } from './compile/statement.ts';
import { readSeriesSource } from './series-source.ts';

/** The reader of a result: readable types and time zone. */
export interface Reader {
  userId: number;
  timeZone: string;
  /** Names of the readable record types, sorted. */
  types: readonly string[];
}

/** A definition with parameters; for a drill-down, also the mark and the page. */
export interface QueryRequest {
  definition: QueryDefinition;
  parameters: ParameterValues;
  reader: Reader;
  rows?: { mark: Mark; page: RowPage };
}

/** Statement timeout of a query, in milliseconds. */
const statementLimit = 10_000;

const tooLong = () =>
  new AppError(
    'too-large',
    `The query took longer than ${statementLimit / 1000} s and was stopped. Choose fewer records by filters, or walk to fewer relationships of which a record has several.`,
  );

const tooComplex = 'The query is too large for the database. Choose fewer columns and filters.';
const outOfRange = 'A value of the query is too large to calculate.';

/** Converts errors of PostgreSQL for a valid statement, by SQLSTATE. */
function toAppError(error: unknown): unknown {
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === '57014') return tooLong();
  if (code.startsWith('22')) return new AppError('invalid-request', outOfRange);
  if (code.startsWith('54') || code === '53200' || code === '53400')
    return new AppError('too-large', tooComplex);
  return error;
}

/**
 * Runs work in a read-only transaction with the time limit of queries.
 * @throws AppError `too-large` after the time limit.
 */
export async function inReadOnly<Result>(
  db: Db,
  work: (db: Db) => Promise<Result>,
  milliseconds: number = statementLimit,
): Promise<Result> {
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        // JIT is off: compiling takes longer than most queries run.
        await sql`select set_config('statement_timeout', ${String(milliseconds)}, true), set_config('jit', 'off', true)`.execute(
          transaction,
        );
        return work(transaction);
      });
  } catch (error) {
    throw toAppError(error);
  }
}

/**
 * Binds the parameters of a definition, and loads the catalogue, units and series values.
 * @param budget limits the reading of a series; null to check only, without reading values
 * @throws AppError `invalid-request` naming the invalid part.
 */
export async function bindQuery(
  db: Db,
  { definition, parameters, reader }: QueryRequest,
  budget: Budget | null,
): Promise<BoundQuery> {
  refuseProblems(definitionProblems(definition));
  const { values, problems } = bindParameters(definition.parameters, parameters);
  refuseProblems(problems);
  values.set(currentUser, reader.userId);
  const moment = { now: Date.now(), timeZone: reader.timeZone };
  const catalogue = await loadCatalogue(db, new Set(reader.types));
  const { source } = definition;
  const bound = {
    definition: {
      ...definition,
      filters: bindFilters(definition.filters, values),
      resultFilters: bindFilters(definition.resultFilters, values),
    },
    catalogue,
    units: definition.columns.some(({ kind }) => kind === 'computed') ? await listUnits(db) : [],
    moment,
  };
  if (source.kind === 'records') return { ...bound, source: findSource(catalogue, source.type) };
  const filters = bindFilters(source.tagFilters, values);
  const { table, type } = await readSeriesSource(db, catalogue, source, filters, moment, budget);
  return { ...bound, source: type, table };
}

function findSource(catalogue: ReadonlyMap<string, CatalogueType>, name: string): CatalogueType {
  const type = catalogue.get(name);
  // The same message for a type that the reader may not read: do not reveal which types exist.
  if (!type?.isSource || !type.readable)
    refuse('source.type', `There is no type '${name}' that you may read.`);
  return type;
}

/** Runs a query, or reads the records behind a mark of it. Runs in a task thread. */
export function runQuery(db: Db, request: QueryRequest, budget: Budget): Promise<QueryResult> {
  const started = performance.now();
  return inReadOnly(db, async (transaction) => {
    const bound = await bindQuery(transaction, request, budget);
    const compiled = request.rows
      ? compileRows(bound, request.rows.mark, request.rows.page)
      : compileQuery(bound);
    const { rows } = await compiled.statement.execute(transaction);
    return toResult(compiled, rows, bound.moment.now, performance.now() - started);
  });
}

function toResult(
  { columns, limit, isRestricted }: CompiledQuery,
  rows: readonly Record<string, unknown>[],
  ranAt: number,
  milliseconds: number,
): QueryResult {
  const truncated = rows.length > limit;
  const notes = isRestricted ? ['Linked records of types that you may not read are left out.'] : [];
  return {
    columns,
    rows: (truncated ? rows.slice(0, limit) : rows).map(toValues),
    total: rows.length,
    truncated,
    ranAt: new Date(ranAt).toISOString(),
    milliseconds: Math.round(milliseconds),
    notes,
  };
}
