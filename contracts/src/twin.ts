import { z } from 'zod';
import { listBody, paging } from './list.ts';
import { id, idParams, isoDuration } from './primitives.ts';
import { level } from './protection.ts';
import { defineRoute } from './route.ts';

export const failureDistributionParameters = z.discriminatedUnion('distribution', [
  z.object({
    distribution: z.literal('weibull'),
    type: z.enum(['cdf', 'pdf']),
    shape: z.number(),
    scale: isoDuration,
  }),
  z.object({ distribution: z.literal('none'), type: z.literal('none'), scale: isoDuration.nullable() }),
]);
export type FailureDistributionParameters = z.infer<typeof failureDistributionParameters>;

export const probability = z
  .object({
    id,
    value: z.number().int().min(0).max(100).nullable().describe('Percent'),
    failureDistribution: z.enum(['none', 'weibull']),
    failureDistributionParameters,
  })
  .meta({ id: 'Probability' });
export type Probability = z.infer<typeof probability>;

export const consequence = z
  .object({ id, value: z.number().int().nonnegative(), scale: z.string(), description: z.string() })
  .meta({ id: 'Consequence' });
export type Consequence = z.infer<typeof consequence>;

/** A row of the list of twins. */
export const twinSummary = z
  .object({
    id,
    assetId: id,
    assetName: z.string(),
    assetUniqueId: z.string(),
    assetClassLabel: z.string().describe('category - class - type'),
    active: z.boolean(),
    level: level.nullable().describe('The highest of its active protections; null before any evaluation'),
    probability: z.number().int().nullable().describe('Percent'),
    consequence: z.number().int().nullable(),
    risk: z.number().nullable().describe('Probability / 100 x consequence'),
    lastDataTime: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TwinSummary' });
export type TwinSummary = z.infer<typeof twinSummary>;

export const twin = z
  .object({
    id,
    assetId: id,
    assetName: z.string(),
    assetUniqueId: z.string(),
    assetClassLabel: z.string(),
    description: z.string(),
    technicalNumber: z.string().nullable(),
    active: z.boolean(),
    startDate: z.iso.datetime().nullable(),
    missionTime: isoDuration.nullable(),
    level: level.nullable(),
    probability: probability.nullable(),
    consequence: consequence.nullable(),
    risk: z.number().nullable(),
    lastDataTime: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Twin' });
export type Twin = z.infer<typeof twin>;

export const listTwins = defineRoute({
  method: 'POST',
  path: '/api/twins/filters',
  access: 'apps',
  tag: 'Twins',
  summary:
    'Twins. Fields: Id, AssetId, AssetName, AssetUniqueId, AssetClass, Active, Level, Probability, Consequence, Risk, LastData',
  query: paging,
  body: listBody,
  response: z.array(twinSummary),
  paged: true,
});

export const getTwin = defineRoute({
  method: 'GET',
  path: '/api/twins/:id',
  access: 'apps',
  tag: 'Twins',
  summary: 'One twin, with its probability, consequence and risk',
  params: idParams,
  response: twin,
});

/** The five buckets of levels: 0; 1-250; 251-500; 501-750; 751-1000. */
export const levelBuckets = [
  { from: 0, to: 0 },
  { from: 1, to: 250 },
  { from: 251, to: 500 },
  { from: 501, to: 750 },
  { from: 751, to: 1000 },
] as const;

export const twinLevels = z
  .object({
    total: z.number().int(),
    unknown: z.number().int().describe('Never evaluated'),
    buckets: z.array(z.object({ from: level, to: level, count: z.number().int() })),
  })
  .meta({ id: 'TwinLevels' });
export type TwinLevels = z.infer<typeof twinLevels>;

export const getTwinLevels = defineRoute({
  method: 'GET',
  path: '/api/twins/levels',
  access: 'apps',
  tag: 'Twins',
  summary: 'How many active twins are in each of the five buckets of levels',
  response: twinLevels,
});
