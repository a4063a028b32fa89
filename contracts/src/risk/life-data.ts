import { z } from 'zod';
import { benchmark } from '../assets/benchmark.ts';
import {
  id,
  idParameter,
  idParams,
  isoDuration,
  isoTime,
  numberBetween,
  version,
} from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { twin } from '../twins/twin.ts';
import { riskAnalysisAsset } from './risk-analysis-asset.ts';

export const fitMethods = ['maximum-likelihood', 'median-ranks', 'weibayes'] as const;

/** What ends a life: a failure, a renewal by preventive work, or the end of what was observed. */
export const lifeEnds = ['failure', 'renewal', 'last-seen', 'until', 'out-of-service', 'now'] as const;
export const leftOutReasons = ['unknown-start', 'not-observed', 'before-start', 'no-length'] as const;

/** Most assets whose lives are looked at together, and most lives. */
export const maximumLifeAssets = 10_000;
export const maximumLives = 20_000;

/** Whose lives are looked at. */
export const lifeSource = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('asset'), assetId: id }),
  z
    .strictObject({ type: z.literal('taxonomy'), taxonomyId: id })
    .describe('All of a category, class or type'),
  z.strictObject({ type: z.literal('assets'), assetIds: z.array(id).min(1).max(1000) }),
  z.strictObject({ type: z.literal('risk-analysis'), riskAnalysisId: id }).describe('Its assets'),
]);
export type LifeSource = z.infer<typeof lifeSource>;

/** What lives are fitted, and how. */
export const lifeRequest = z
  .strictObject({
    source: lifeSource,
    until: isoTime
      .nullable()
      .default(null)
      .describe(
        'Until when the assets were observed; null: to the latest point or completed work of each, or now where it has no points',
      ),
    preventiveRenews: z
      .boolean()
      .default(false)
      .describe('Completed preventive work makes an asset as good as new, and suspends its life'),
    method: z.enum(fitMethods).default('maximum-likelihood'),
    shape: numberBetween(0.1, 20)
      .nullable()
      .default(null)
      .describe('For Weibayes: the shape that is known; null: that of the library'),
    confidence: z.number().min(0.5).max(0.99).default(0.9).describe('Of the bounds, two-sided'),
  })
  .meta({ id: 'LifeRequest' });
export type LifeRequest = z.infer<typeof lifeRequest>;
export type LifeRequestInput = z.input<typeof lifeRequest>;

const bounds = z.object({ lower: z.number(), upper: z.number() });

/** A Weibull distribution fitted to lives; ages in days. */
export const lifeFit = z
  .object({
    method: z.enum(fitMethods),
    shape: z.number(),
    scale: z.number().describe('Characteristic life in days'),
    failures: z.number().int(),
    suspensions: z.number().int(),
    logLikelihood: z.number(),
    b10: z.number().describe('Days by which a tenth has failed'),
    mean: z.number().describe('MTBF in days: scale x gamma(1 + 1 / shape)'),
    bounds: z
      .object({
        confidence: z.number(),
        shape: bounds.nullable().describe('Null where the shape was given'),
        scale: bounds,
        b10: bounds,
        mean: bounds,
      })
      .nullable()
      .describe('Two-sided, by the Fisher matrix; null without a failure'),
    correlationSquared: z.number().nullable().describe('Of the failures with a line on probability paper'),
    andersonDarling: z
      .object({ statistic: z.number(), critical: z.number(), isRejected: z.boolean() })
      .nullable()
      .describe('At 5 %; of a maximum likelihood fit to 5 failures and more without suspensions'),
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
    title: z.string().describe('Whose lives they are'),
    assets: z.number().int(),
    leftOut: z
      .array(
        z.object({
          assetId: id,
          assetName: z.string(),
          reason: z
            .enum(leftOutReasons)
            .describe(
              'unknown-start: the twin has no start; not-observed: it starts after the observation; before-start: the failure is older than the start; no-length: it ends when it begins',
            ),
          count: z.number().int(),
        }),
      )
      .describe('Lives that are left out'),
    endingNow: z
      .number()
      .int()
      .describe('Suspensions that end now only because nothing is known of their assets since'),
    lives: z
      .array(
        z.object({
          assetId: id,
          assetName: z.string(),
          from: z.iso.datetime(),
          to: z.iso.datetime(),
          days: z.number(),
          failed: z.boolean().describe('False: it was still running, a suspension'),
          end: z
            .enum(lifeEnds)
            .describe('last-seen: at the latest point or completed work; now: for want of any'),
          workIds: z.array(id),
        }),
      )
      .describe('The shortest first'),
    fit: lifeFit.nullable(),
    problem: z.string().nullable().describe('Why there is no fit'),
    library: z
      .object({
        taxonomyId: id,
        level: z.enum(['type', 'class', 'category']),
        shape: z.number(),
        characteristicLife: z.number().describe('Days'),
        isExample: z.boolean(),
      })
      .nullable()
      .describe('The benchmark of what the assets have in common'),
  })
  .meta({ id: 'LifeData' });
export type LifeData = z.infer<typeof lifeData>;

/** From what a distribution was fitted. */
export const lifeFitSource = z
  .object({
    title: z.string(),
    method: z.enum(fitMethods),
    shape: z.number(),
    scale: isoDuration,
    failures: z.number().int(),
    suspensions: z.number().int(),
    request: lifeRequest,
    createdBy: z.string().nullable().describe('User name; null once the user is deleted'),
    createdAt: z.iso.datetime(),
    isCurrent: z.boolean().describe('Whether the distribution is still as it was put there'),
  })
  .meta({ id: 'LifeFitSource' });
export type LifeFitSource = z.infer<typeof lifeFitSource>;

const tag = 'Life data';

export const readLifeData = defineRoute({
  method: 'POST',
  path: '/api/life-data',
  access: 'apps',
  reads: true,
  tag,
  summary: 'The lives that completed work shows, and the Weibull distribution fitted to them',
  body: lifeRequest,
  response: lifeData,
});

export const putFitIntoTwin = defineRoute({
  method: 'PUT',
  path: '/api/life-data/twins/:id',
  access: 'write:twin',
  tag,
  summary: 'Put a fit into the probability of a twin; from what it was fitted is kept',
  params: idParams,
  body: lifeRequest.extend({ version: version.describe('Of the twin') }),
  response: twin,
});

export const putFitIntoBenchmark = defineRoute({
  method: 'PUT',
  path: '/api/life-data/benchmarks/:id',
  access: 'system',
  tag,
  summary: 'Put a fit into the benchmark of an entry of the taxonomy',
  params: idParams,
  body: lifeRequest.extend({
    version: version.nullable().describe('Of the benchmark; null where there is none yet'),
  }),
  response: benchmark,
});

export const putFitIntoAnalysis = defineRoute({
  method: 'PUT',
  path: '/api/life-data/riskanalyses/:id/assets/:assetId',
  access: 'write:risk-analysis',
  tag,
  summary: 'Put a fit into the probability that an asset has in one risk analysis',
  params: z.object({ id: idParameter, assetId: idParameter }),
  body: lifeRequest,
  response: riskAnalysisAsset,
});

export const putFitIntoAnalysisAssets = defineRoute({
  method: 'PUT',
  path: '/api/life-data/riskanalyses/:id',
  access: 'write:risk-analysis',
  tag,
  summary: 'Put a fit into the probabilities that the assets it is of have in one risk analysis: all or none',
  params: idParams,
  body: lifeRequest,
  response: z.object({ changed: z.number().int().describe('Assets of the analysis') }),
});

const source = z.object({ source: lifeFitSource.nullable().describe('Null: it was not fitted') });

export const getTwinFitSource = defineRoute({
  method: 'GET',
  path: '/api/life-data/twins/:id',
  access: 'apps',
  tag,
  summary: 'From what the probability of a twin was fitted',
  params: idParams,
  response: source,
});

export const getAnalysisFitSource = defineRoute({
  method: 'GET',
  path: '/api/life-data/riskanalyses/:id/assets/:assetId',
  access: 'apps',
  tag,
  summary: 'From what the probability of an asset in a risk analysis was fitted',
  params: z.object({ id: idParameter, assetId: idParameter }),
  response: source,
});
