import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { numberOptions } from '../core/file-options.ts';
import {
  integerBetween,
  isoDuration,
  largestInteger,
  numberBetween,
  requiredText,
  typeError,
  version,
} from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { captioned, classification } from './taxonomy.ts';

const defineRoute = routeGroup('Library');

const figures = {
  score: integerBetween(0, 100)
    .nullable()
    .describe('Reliability of the figure, from 0 to 100; null if not rated'),
  distribution: z.enum(['none', 'weibull']).describe('none: a constant failure rate, with shape 1'),
  mtbfDays: z
    .number(typeError('Please enter a number.'))
    .positive('Please enter a number greater than 0.')
    .max(largestInteger, `Please enter a number of at most ${largestInteger}.`),
  shape: numberBetween(0.1, 100),
  source: requiredText(500).describe('Source of the figure'),
  isExample: z.boolean().describe('Whether it is an example without a source'),
};

/** Published life data of a taxonomy entry, for comparison with the lives of equipment. */
export const benchmark = classification
  .extend({
    taxonomyId: z.number().int().describe('Id of the taxonomy entry of the figure'),
    category: captioned,
    level: z.enum(['category', 'class', 'type']),
    ...figures,
    mtbf: isoDuration,
    characteristicLife: isoDuration.describe('Time by which 63.2 % have failed: MTBF / gamma(1 + 1 / shape)'),
    version,
  })
  .meta({ id: 'Benchmark' });
export type Benchmark = z.infer<typeof benchmark>;

export const benchmarkChange = z
  .strictObject({
    ...figures,
    score: figures.score.default(null),
    distribution: figures.distribution.default('weibull'),
    isExample: figures.isExample.default(false),
    version: version.nullable().describe('Version that the change is based on; null to create the benchmark'),
  })
  .refine(({ distribution, shape }) => distribution === 'weibull' || shape === 1, {
    path: ['shape'],
    error: 'Without a distribution, the shape must be 1.',
  })
  .meta({ id: 'BenchmarkChange' });
export type BenchmarkChange = z.infer<typeof benchmarkChange>;

/** The maximum size of a benchmark file in bytes and in rows. */
export const maximumBenchmarkFileBytes = 8 * 1024 ** 2;
export const maximumBenchmarkRows = 5000;

export const benchmarkImportResult = z
  .object({
    dryRun: z.boolean().describe('Whether it was only a check, which writes nothing'),
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    error: z.number().int(),
    rows: z.array(
      z.object({
        line: z.number().int().describe('Line in the file; the heading is line 1'),
        action: z.enum(['create', 'update', 'unchanged', 'error']),
        taxonomy: z.string(),
        message: z.string().nullable().describe('Reason why the row is rejected; null if it is accepted'),
      }),
    ),
  })
  .meta({ id: 'BenchmarkImportResult' });
export type BenchmarkImportResult = z.infer<typeof benchmarkImportResult>;

export const listBenchmarks = defineRoute('GET /api/library/models/mtbf', {
  access: 'apps',
  summary: 'List the benchmarks of all taxonomy entries that have one, by caption',
  response: z.array(benchmark),
});

export const setBenchmark = defineRoute('PUT /api/library/models/mtbf/:id', {
  access: 'system',
  summary: 'Create or change the benchmark of a taxonomy entry',
  body: benchmarkChange,
  response: benchmark,
});

export const deleteBenchmark = defineRoute('DELETE /api/library/models/mtbf/:id', {
  access: 'system',
  summary: 'Remove the benchmark of a taxonomy entry',
});

export const downloadBenchmarkTemplate = defineRoute('GET /api/library/models/mtbf/template', {
  access: 'system',
  summary: 'Download a workbook with the current benchmarks, to edit and import',
  ...returnsFile('xlsx'),
});

export const importBenchmarks = defineRoute('POST /api/library/models/mtbf/import', {
  access: 'system',
  summary:
    'Import benchmarks from csv or xlsx; a check writes nothing. Rows with errors are skipped and reported',
  query: z.object({ check: z.enum(['true', 'false']).default('false') }),
  body: 'file',
  form: numberOptions,
  bodyLimit: maximumBenchmarkFileBytes,
  response: benchmarkImportResult,
});
