import { z } from 'zod';
import { advisoryRecord } from '../advisories/advisory.ts';
import { id, idParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Library');

const number = z.number().int().nonnegative();

/** The maximum number of protections that are scored: the oldest ones, the same number for each part. */
export const maximumScoredProtections = 200;

const partOfModel = {
  id: id.describe('Id of the part'),
  name: z.string(),
  twins: number.describe('Number of twins that have the part'),
};

/** The performance of an indicator of a model over all twins that have it. */
export const indicatorPerformance = z
  .object({
    ...partOfModel,
    excursions: number.describe('Number of excursions that began in the last 365 days'),
    advisories: advisoryRecord
      .omit({ protectionId: true })
      .describe('Outcomes of its advisories, over all time'),
    score: z.object({
      scored: number.describe('Number of scored protections; the score covers their whole evaluated time'),
      hits: number.describe('Number of known failures and marked ranges that were detected'),
      misses: number,
      falseEpisodes: number.describe(
        'Number of false episodes of the protections with a known failure or marked range',
      ),
      years: z.number().describe('Years for which these protections were observed; a year has 365 days'),
      falseEpisodesPerYear: z.number().nullable().describe('Null if no failure or marked range is known'),
    }),
  })
  .meta({ id: 'IndicatorPerformance' });
export type IndicatorPerformance = z.infer<typeof indicatorPerformance>;

/** The lives of a failure mode, pooled over the assets of all twins that have it. */
export const failureModePerformance = z
  .object({
    ...partOfModel,
    failures: number.describe('Number of failure groups with its failure mechanism, or without one'),
    suspensions: number,
    shape: z
      .number()
      .nullable()
      .describe('Shape of a Weibull distribution, fitted by maximum likelihood; null without a fit'),
    scale: z.number().nullable().describe('Characteristic life in days; null without a fit'),
    problem: z.string().nullable().describe('Reason why there is no fit; null if there is one'),
  })
  .meta({ id: 'FailureModePerformance' });
export type FailureModePerformance = z.infer<typeof failureModePerformance>;

export const modelPerformance = z
  .object({
    versions: z
      .array(z.object({ versionId: id, major: number, minor: number, patch: number, twins: number }))
      .describe('Versions that twins use, newest first'),
    indicators: z.array(indicatorPerformance),
    failureModes: z.array(failureModePerformance),
  })
  .meta({ id: 'ModelPerformance' });
export type ModelPerformance = z.infer<typeof modelPerformance>;

export const getModelPerformance = defineRoute('GET /api/library/models/:id/performance', {
  access: 'apps',
  summary: `Get the performance of a model over all its twins, by part of its newest version: excursions, advisories, scores of protections (of at most ${maximumScoredProtections} in all), and lives of failure modes`,
  query: z.object({
    versionId: idParameter.optional().describe('Only the twins at this version, with its parts'),
  }),
  response: modelPerformance,
});
