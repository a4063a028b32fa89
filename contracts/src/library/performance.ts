import { z } from 'zod';
import { advisoryRecord } from '../advisories/advisory.ts';
import { id, idParameter, idParams } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

const number = z.number().int().nonnegative();

/** At most so many protections are scored, the same number of each part: those that were made first. */
export const maximumScoredProtections = 200;

const partOfModel = {
  id: id.describe('Of the part'),
  name: z.string(),
  twins: number.describe('Twins that have the part'),
};

/** How an indicator of a model does over all twins that have it. */
export const indicatorPerformance = z
  .object({
    ...partOfModel,
    excursions: number.describe('That began in the last 365 days'),
    advisories: advisoryRecord
      .omit({ protectionId: true })
      .describe('How right the advisories were that it led to, over all time'),
    score: z.object({
      scored: number.describe('Protections that were scored, over all that was evaluated'),
      hits: number.describe('Known failures and marked ranges that were caught'),
      misses: number,
      falseEpisodes: number.describe('Of protections of which an event is known'),
      years: z.number().describe('That these protections were observed; a year has 365 days'),
      falseEpisodesPerYear: z.number().nullable().describe('Null where no event is known'),
    }),
  })
  .meta({ id: 'IndicatorPerformance' });
export type IndicatorPerformance = z.infer<typeof indicatorPerformance>;

/** The lives of a failure mode, pooled over the assets of all twins that have it. */
export const failureModePerformance = z
  .object({
    ...partOfModel,
    failures: number.describe('Groups of corrective work of its mechanism, or of none stated'),
    suspensions: number,
    shape: z
      .number()
      .nullable()
      .describe('Of a Weibull distribution, by maximum likelihood; null without a fit'),
    scale: z.number().nullable().describe('Its characteristic life in days'),
    problem: z.string().nullable().describe('Why there is no fit'),
  })
  .meta({ id: 'FailureModePerformance' });
export type FailureModePerformance = z.infer<typeof failureModePerformance>;

export const modelPerformance = z
  .object({
    versions: z
      .array(z.object({ versionId: id, major: number, minor: number, patch: number, twins: number }))
      .describe('Those that twins are at, the newest first'),
    indicators: z.array(indicatorPerformance),
    failureModes: z.array(failureModePerformance),
  })
  .meta({ id: 'ModelPerformance' });
export type ModelPerformance = z.infer<typeof modelPerformance>;

export const getModelPerformance = defineRoute({
  method: 'GET',
  path: '/api/library/models/:id/performance',
  access: 'apps',
  tag: 'Library',
  summary: `How a model does over all its twins, part by part of its newest version: excursions, advisories, records of protections (of at most ${maximumScoredProtections} in all), and lives of failure modes`,
  params: idParams,
  query: z.object({
    versionId: idParameter.optional().describe('Of the twins at this version alone, by its parts'),
  }),
  response: modelPerformance,
});
