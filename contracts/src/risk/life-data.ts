import { z } from 'zod';
import { benchmark } from '../assets/benchmark.ts';
import { id, isoDuration, isoTime, numberBetween, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { twin } from '../twins/twin.ts';
import { riskAnalysisAsset } from './risk-analysis-asset.ts';

const fitMethods = ['maximum-likelihood', 'median-ranks', 'weibayes'] as const;

/** How a life ends: by a failure, by a renewal with preventive work, or at the end of the observation. */
const lifeEnds = ['failure', 'renewal', 'last-seen', 'until', 'out-of-service', 'now'] as const;
const leftOutReasons = ['unknown-start', 'not-observed', 'before-start', 'no-length'] as const;

/** Maximum number of assets in a fit, and of lives. */
export const maximumLifeAssets = 10_000;
export const maximumLives = 20_000;

/** The assets whose lives are read. */
const lifeSource = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('asset'), assetId: id }),
  z
    .strictObject({ type: z.literal('taxonomy'), taxonomyId: id })
    .describe('All assets of a category, class or type'),
  z.strictObject({ type: z.literal('assets'), assetIds: z.array(id).min(1).max(1000) }),
  z
    .strictObject({ type: z.literal('risk-analysis'), riskAnalysisId: id })
    .describe('The assets of a risk analysis'),
]);
export type LifeSource = z.infer<typeof lifeSource>;

/** The lives to fit, and the method. */
export const lifeRequest = z
  .strictObject({
    source: lifeSource,
    until: isoTime
      .nullable()
      .default(null)
      .describe(
        'End of the observation; null for the latest point or completed work of each asset, or now if it has no points',
      ),
    preventiveRenews: z
      .boolean()
      .default(false)
      .describe('Whether completed preventive work renews an asset and so ends its life as a suspension'),
    method: z.enum(fitMethods).default('maximum-likelihood'),
    shape: numberBetween(0.1, 20)
      .nullable()
      .default(null)
      .describe('Known shape for Weibayes; null to use the shape of the library'),
    confidence: z.number().min(0.5).max(0.99).default(0.9).describe('Two-sided confidence of the bounds'),
  })
  .meta({ id: 'LifeRequest' });
export type LifeRequest = z.infer<typeof lifeRequest>;
export type LifeRequestInput = z.input<typeof lifeRequest>;

const bounds = z.object({ lower: z.number(), upper: z.number() });

/** A Weibull distribution fitted to lives. Ages are in days. */
export const lifeFit = z
  .object({
    method: z.enum(fitMethods),
    shape: z.number(),
    scale: z.number().describe('Characteristic life in days'),
    failures: z.number().int(),
    suspensions: z.number().int(),
    logLikelihood: z.number(),
    b10: z.number().describe('Days by which 10 % have failed'),
    mean: z.number().describe('MTBF in days: scale × gamma(1 + 1 / shape)'),
    bounds: z
      .object({
        confidence: z.number(),
        shape: bounds.nullable().describe('Bounds of the shape; null if the shape was given'),
        scale: bounds,
        b10: bounds,
        mean: bounds,
      })
      .nullable()
      .describe('Two-sided bounds by the Fisher matrix; null without a failure'),
    correlationSquared: z
      .number()
      .nullable()
      .describe('Squared correlation of the failures with a line on probability paper'),
    andersonDarling: z
      .object({ statistic: z.number(), critical: z.number(), isRejected: z.boolean() })
      .nullable()
      .describe(
        'Anderson-Darling test at 5 %, for a maximum likelihood fit to 5 or more failures without suspensions',
      ),
    points: z.array(z.object({ days: z.number(), rank: z.number(), share: z.number() })),
    line: z.array(
      z.object({
        share: z.number(),
        days: z.number(),
        lower: z.number().nullable(),
        upper: z.number().nullable(),
      }),
    ),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'LifeFit' });
export type LifeFit = z.infer<typeof lifeFit>;

export const lifeData = z
  .object({
    title: z.string().describe('Name of the source of the lives'),
    assets: z.number().int(),
    leftOut: z
      .array(
        z.object({
          assetId: id,
          assetName: z.string(),
          reason: z
            .enum(leftOutReasons)
            .describe(
              'Reason: `unknown-start`, the twin has no start; `not-observed`, it starts after the observation; `before-start`, the failure is before the start; `no-length`, it ends when it begins',
            ),
          count: z.number().int(),
        }),
      )
      .describe('Lives that are left out of the fit'),
    endingNow: z
      .number()
      .int()
      .describe('Number of suspensions that end now because nothing later is known of their assets'),
    lives: z
      .array(
        z.object({
          assetId: id,
          assetName: z.string(),
          from: z.iso.datetime(),
          to: z.iso.datetime(),
          days: z.number(),
          failed: z.boolean().describe('Whether it ended with a failure; false for a suspension'),
          end: z
            .enum(lifeEnds)
            .describe(
              'How it ends: `last-seen` is the latest point or completed work, `now` is used without either',
            ),
          workIds: z.array(id),
        }),
      )
      .describe('Lives, shortest first'),
    fit: lifeFit.nullable(),
    problem: z.string().nullable().describe('Why there is no fit; null if there is one'),
    library: z
      .object({
        taxonomyId: id,
        level: z.enum(['type', 'class', 'category']),
        shape: z.number(),
        characteristicLife: z.number().describe('Characteristic life in days'),
        isExample: z.boolean(),
      })
      .nullable()
      .describe('Benchmark of the taxonomy entry that the assets have in common'),
  })
  .meta({ id: 'LifeData' });
export type LifeData = z.infer<typeof lifeData>;

/** The source of a fitted distribution. */
export const lifeFitSource = z
  .object({
    title: z.string(),
    method: z.enum(fitMethods),
    shape: z.number(),
    scale: isoDuration,
    failures: z.number().int(),
    suspensions: z.number().int(),
    request: lifeRequest,
    createdBy: z.string().nullable().describe('User name of the creator; null if the user was deleted'),
    createdAt: z.iso.datetime(),
    isCurrent: z.boolean().describe('Whether the distribution is unchanged since it was applied'),
  })
  .meta({ id: 'LifeFitSource' });
export type LifeFitSource = z.infer<typeof lifeFitSource>;

const defineRoute = routeGroup('Life data');

export const readLifeData = defineRoute('POST /api/life-data', {
  access: 'apps',
  reads: true,
  summary: 'Get the lives from completed work, and the Weibull distribution fitted to them',
  body: lifeRequest,
  response: lifeData,
});

export const putFitIntoTwin = defineRoute('PUT /api/life-data/twins/:id', {
  access: 'write:twin',
  summary: 'Apply a fit to the probability of a twin. The source of the fit is kept',
  body: lifeRequest.extend({ version: version.describe('Version of the twin') }),
  response: twin,
});

export const putFitIntoBenchmark = defineRoute('PUT /api/life-data/benchmarks/:id', {
  access: 'system',
  summary: 'Apply a fit to the benchmark of a taxonomy entry',
  body: lifeRequest.extend({
    version: version.nullable().describe('Version of the benchmark; null if there is none yet'),
  }),
  response: benchmark,
});

export const putFitIntoAnalysis = defineRoute('PUT /api/life-data/riskanalyses/:id/assets/:assetId', {
  access: 'write:risk-analysis',
  summary: 'Apply a fit to the probability of an asset in one risk analysis',
  body: lifeRequest,
  response: riskAnalysisAsset,
});

export const putFitIntoAnalysisAssets = defineRoute('PUT /api/life-data/riskanalyses/:id', {
  access: 'write:risk-analysis',
  summary: 'Apply a fit to the probabilities of its assets in one risk analysis: all or none',
  body: lifeRequest,
  response: z.object({ changed: z.number().int().describe('Number of changed assets of the analysis') }),
});

const source = z.object({
  source: lifeFitSource.nullable().describe('Source of the fit; null if the probability was not fitted'),
});

export const getTwinFitSource = defineRoute('GET /api/life-data/twins/:id', {
  access: 'apps',
  summary: 'Get the source of the fitted probability of a twin',
  response: source,
});

export const getAnalysisFitSource = defineRoute('GET /api/life-data/riskanalyses/:id/assets/:assetId', {
  access: 'apps',
  summary: 'Get the source of the fitted probability of an asset in a risk analysis',
  response: source,
});
