import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { numberOptions } from '../core/file-options.ts';
import {
  idParams,
  integerBetween,
  isoDuration,
  largestInteger,
  numberBetween,
  requiredText,
  typeError,
  version,
} from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { captioned, classification } from './taxonomy.ts';

const figures = {
  score: integerBetween(0, 100).nullable().describe('How well founded the figure is, 0 to 100'),
  distribution: z.enum(['none', 'weibull']).describe('None: a constant rate of failure, with shape 1'),
  mtbfDays: z
    .number(typeError('Please enter a number.'))
    .positive('Please enter a number greater than 0.')
    .max(largestInteger, `Please enter a number of at most ${largestInteger}.`),
  shape: numberBetween(0.1, 100),
  source: requiredText(500).describe('Where the figure comes from'),
  isExample: z.boolean().describe('From no source, to show what a figure looks like'),
};

/** What the lives of the equipment of an entry of the taxonomy are compared with. */
export const benchmark = classification
  .extend({
    taxonomyId: z.number().int().describe('The entry that the figure is for'),
    category: captioned,
    level: z.enum(['category', 'class', 'type']),
    ...figures,
    mtbf: isoDuration,
    characteristicLife: isoDuration.describe('By which 63.2 % have failed: MTBF / gamma(1 + 1 / shape)'),
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
    version: version.nullable().describe('The version that the change is made on; null for a first figure'),
  })
  .refine(({ distribution, shape }) => distribution === 'weibull' || shape === 1, {
    path: ['shape'],
    error: 'Without a distribution the shape is 1.',
  })
  .meta({ id: 'BenchmarkChange' });
export type BenchmarkChange = z.infer<typeof benchmarkChange>;

/** Largest accepted file of benchmarks, and most rows of one. */
export const maximumBenchmarkFileBytes = 8 * 1024 ** 2;
export const maximumBenchmarkRows = 5000;

export const benchmarkImportResult = z
  .object({
    dryRun: z.boolean().describe('Whether nothing was written'),
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    error: z.number().int(),
    rows: z.array(
      z.object({
        line: z.number().int().describe('From 1, the heading’s included'),
        action: z.enum(['create', 'update', 'unchanged', 'error']),
        taxonomy: z.string(),
        message: z.string().nullable().describe('Why the row is refused'),
      }),
    ),
  })
  .meta({ id: 'BenchmarkImportResult' });
export type BenchmarkImportResult = z.infer<typeof benchmarkImportResult>;

export const listBenchmarks = defineRoute({
  method: 'GET',
  path: '/api/library/models/mtbf',
  access: 'apps',
  tag: 'Library',
  summary: 'The benchmark of every entry of the taxonomy that has one, in the order of their captions',
  response: z.array(benchmark),
});

export const setBenchmark = defineRoute({
  method: 'PUT',
  path: '/api/library/models/mtbf/:id',
  access: 'system',
  tag: 'Library',
  summary: 'Give an entry of the taxonomy a benchmark, or change the one that it has',
  params: idParams,
  body: benchmarkChange,
  response: benchmark,
});

export const deleteBenchmark = defineRoute({
  method: 'DELETE',
  path: '/api/library/models/mtbf/:id',
  access: 'system',
  tag: 'Library',
  summary: 'Remove the benchmark of an entry of the taxonomy',
  params: idParams,
  status: 204,
});

export const downloadBenchmarkTemplate = defineRoute({
  method: 'GET',
  path: '/api/library/models/mtbf/template',
  access: 'system',
  tag: 'Library',
  summary: 'A workbook of the benchmarks as they are, to be changed and imported',
  response: 'file',
  contentTypes: [contentTypes.xlsx],
});

export const importBenchmarks = defineRoute({
  method: 'POST',
  path: '/api/library/models/mtbf/import',
  access: 'system',
  tag: 'Library',
  summary:
    'Import benchmarks from csv or xlsx; a check writes nothing. Rows with an error are left out and reported',
  query: z.object({ check: z.enum(['true', 'false']).default('false') }),
  body: 'file',
  form: numberOptions,
  bodyLimit: maximumBenchmarkFileBytes,
  response: benchmarkImportResult,
});
