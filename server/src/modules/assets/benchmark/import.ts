import {
  type Benchmark,
  type BenchmarkChange,
  type BenchmarkImportResult,
  benchmarkChange,
  maximumBenchmarkFileBytes,
  maximumBenchmarkRows,
} from '@twinward/contracts/assets/benchmark';
import { type DecimalSign, numberOptions } from '@twinward/contracts/core/file-options';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { parseFields, type UploadedFile } from '../../../platform/http/upload-form.ts';
import {
  type CellNumbers,
  createCellNumbers,
  type FileRow,
  readRows,
} from '../../jobs/row-import/service.ts';
import { assertRowFile, deleteUpload, openUploadedRows, storeUpload } from '../../system/file/service.ts';
import { getTaxonomyByCaption } from '../taxonomy/service.ts';
import { type BenchmarkColumn, benchmarkColumns } from './columns.ts';
import { listBenchmarks, writeBenchmark } from './service.ts';

type Row = BenchmarkImportResult['rows'][number];
export interface PlannedRow extends Row {
  taxonomyId: number | null;
  figures: Omit<BenchmarkChange, 'version'> | null;
}

/**
 * Imports a file of benchmarks, or only checks it.
 * @param plan runs `planBenchmarks`, which may take some seconds
 * @throws AppError `invalid-file` if it is not a file of benchmarks; `too-large`.
 */
export async function importFile(
  actor: Actor,
  { fileName, fields, content }: UploadedFile,
  dryRun: boolean,
  plan: (file: BenchmarkFile) => Promise<PlannedRow[]>,
): Promise<BenchmarkImportResult> {
  assertRowFile(fileName);
  const { decimalSign } = parseFields(numberOptions, fields);
  const { db } = actor.tenant;
  const limit = `${maximumBenchmarkFileBytes / 1024 ** 2} MiB`;
  return storeUpload(db, content, limit, async (fileId) => {
    const planned = await plan({ fileId, fileName, decimalSign });
    await deleteUpload(db, fileId);
    if (!dryRun) {
      await withTransaction(db, async (transaction) => {
        for (const { action, taxonomyId, figures } of planned)
          if (figures && taxonomyId !== null && (action === 'create' || action === 'update'))
            await writeBenchmark(transaction, actor, taxonomyId, figures);
      });
    }
    const count = (action: Row['action']) => planned.filter((row) => row.action === action).length;
    return {
      dryRun,
      create: count('create'),
      update: count('update'),
      unchanged: count('unchanged'),
      error: count('error'),
      rows: planned.map(({ line, action, taxonomy, message }) => ({ line, action, taxonomy, message })),
    };
  });
}

/** An uploaded file. */
export interface BenchmarkFile {
  fileId: string;
  fileName: string;
  /** Undefined to detect it from the file's numbers. */
  decimalSign?: DecimalSign | undefined;
}

/** Reads a file and plans each of its rows. @throws AppError `invalid-file`. */
export async function planBenchmarks(
  db: Db,
  { fileId, fileName, decimalSign }: BenchmarkFile,
): Promise<PlannedRow[]> {
  const findTaxonomyId = await getTaxonomyByCaption(db);
  const known = new Map((await listBenchmarks(db)).map((one) => [one.taxonomyId, one]));
  const lines = new Map<number, number>();
  const source = await openUploadedRows(db, fileId, fileName);
  const rows = await readRows(
    source.rows,
    benchmarkColumns,
    ['category', 'mtbfDays', 'source'],
    maximumBenchmarkRows,
  );
  const { separator } = source;
  const numbers = createCellNumbers(rows, ['mtbfDays', 'shape', 'score'], { separator, decimalSign });
  return rows.map((row) => planRow(row, { findTaxonomyId, known, lines, numbers }));
}

interface Known {
  findTaxonomyId: Awaited<ReturnType<typeof getTaxonomyByCaption>>;
  known: ReadonlyMap<number, Benchmark>;
  /** The first line of each entry. */
  lines: Map<number, number>;
  numbers: CellNumbers<BenchmarkColumn>;
}

function planRow(
  row: FileRow<BenchmarkColumn>,
  { findTaxonomyId, known, lines, numbers }: Known,
): PlannedRow {
  const { line, cells, problem } = row;
  const captions = [cells.category, cells.class, cells.type].filter((caption) => caption);
  const taxonomy = captions.join(' - ').slice(0, 300);
  const refused = (message: string): PlannedRow => ({
    line,
    action: 'error',
    taxonomy,
    message,
    taxonomyId: null,
    figures: null,
  });
  if (problem !== undefined) return refused(problem);
  if (!cells.category) return refused('Category: Required.');
  if (cells.type && !cells.class) return refused('Class: A type needs its class.');
  const taxonomyId = findTaxonomyId({
    category: cells.category,
    ...(cells.class ? { class: cells.class } : {}),
    ...(cells.type ? { type: cells.type } : {}),
  });
  if (taxonomyId === undefined) return refused(`The taxonomy has no '${taxonomy}'.`);
  const earlier = lines.get(taxonomyId);
  if (earlier !== undefined) return refused(`Row ${earlier} has the same entry.`);
  lines.set(taxonomyId, line);
  const before = known.get(taxonomyId);
  const parsed = readFigures(row, before, numbers);
  if (typeof parsed === 'string') return refused(parsed);
  const action = !before ? 'create' : isSame(parsed, before) ? 'unchanged' : 'update';
  return { line, action, taxonomy, message: null, taxonomyId, figures: parsed };
}

/** Returns the values of a row, or an error message. */
function readFigures(
  row: FileRow<BenchmarkColumn>,
  before: Benchmark | undefined,
  numbers: CellNumbers<BenchmarkColumn>,
): Omit<BenchmarkChange, 'version'> | string {
  const { cells } = row;
  const problems: string[] = [];
  const readNumber = (name: 'mtbfDays' | 'shape' | 'score') => {
    const value = numbers(row, name);
    if (typeof value !== 'string') return value ?? undefined;
    problems.push(`${getHeading(name)}: ${value}`);
    return undefined;
  };
  const shape = readNumber('shape') ?? 1;
  const figures = { mtbfDays: readNumber('mtbfDays'), shape, score: readNumber('score') ?? null };
  if (problems.length > 0) return problems.join(' ');
  const parsed = benchmarkChange.safeParse({
    ...figures,
    source: cells.source ?? before?.source ?? '',
    distribution: shape === 1 && before?.distribution === 'none' ? 'none' : 'weibull',
    // An example value that was exported and imported again is still an example.
    isExample: before?.isExample === true && (cells.source ?? before.source) === before.source,
    version: null,
  });
  if (parsed.success) return parsed.data;
  return parsed.error.issues
    .map(({ path, message }) => `${getHeading(path[0] as BenchmarkColumn)}: ${message}`)
    .join(' ');
}

const isSame = (figures: Omit<BenchmarkChange, 'version'>, before: Benchmark): boolean =>
  (['mtbfDays', 'shape', 'score', 'source', 'distribution', 'isExample'] as const).every(
    (name) => figures[name] === before[name],
  );

const getHeading = (name: BenchmarkColumn): string =>
  benchmarkColumns.find((column) => column.name === name)!.heading;
