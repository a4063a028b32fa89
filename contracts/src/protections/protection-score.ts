import { z } from 'zod';
import { advisoryRecord } from '../advisories/advisory.ts';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from './threshold.ts';

const defineRoute = routeGroup('Protections');

/** How well excursions match known failures and marked ranges. Lengths of time are in milliseconds. */
const standing = {
  hits: z.number().int().describe('Number of events that were detected'),
  misses: z.number().int(),
  excursions: z.number().int(),
  episodes: z
    .number()
    .int()
    .describe(
      'Number of episodes: excursions less than 24 hours apart are joined, and split at each completed repair. Excursions that begin during a repair are left out',
    ),
  falseEpisodes: z
    .number()
    .int()
    .nullable()
    .describe('Number of episodes without an event; null if no event is known'),
  falseEpisodesPerYear: z
    .number()
    .nullable()
    .describe('False episodes per 365 days; null if nothing was observed or no event is known'),
  undecided: z
    .number()
    .int()
    .nullable()
    .describe('Number of episodes that a failure may still follow; null if no event is known'),
  notices: z
    .array(z.number())
    .describe('Time from the first excursion to the failure, per detected failure; shortest first'),
};

export const scoredEvent = z
  .object({
    type: z.enum(['work', 'range']),
    id: id.describe('Id of the first work of the failure, or of the marked range'),
    name: z.string(),
    begin: z.iso.datetime().describe('Time from which an excursion counts for the event'),
    time: z.iso.datetime().describe('Time of the failure; the end of a marked range without one'),
    isCaught: z.boolean(),
    notice: z
      .number()
      .nullable()
      .describe('Notice in milliseconds; null if the event was missed or has no time of failure'),
    thresholds: z.array(z.number().int()).describe('Indexes of the thresholds that detected it'),
  })
  .meta({ id: 'ScoredEvent' });
export type ScoredEvent = z.infer<typeof scoredEvent>;

export const protectionScore = z
  .object({
    from: z.iso.datetime().nullable().describe('Start of the observed time; null if nothing was observed'),
    to: z.iso.datetime().nullable(),
    pfInterval: z
      .string()
      .describe(
        'P-F interval, ISO 8601: maximum time before a failure at which an excursion counts as notice',
      ),
    pfSource: z
      .enum(['failure-mode', 'assumed'])
      .describe(
        'Whether the P-F interval is the longest of the linked failure modes, or assumed because there is none',
      ),
    ...standing,
    thresholds: z.array(
      z.object({ index: z.number().int(), name: z.string(), level: level.nullable(), ...standing }),
    ),
    events: z.array(scoredEvent).describe('The latest 500 events, oldest first'),
    advisories: advisoryRecord.describe('How many of its advisories were right'),
  })
  .meta({ id: 'ProtectionScore' });
export type ProtectionScore = z.infer<typeof protectionScore>;

export const getProtectionScore = defineRoute('GET /api/indicators/:id/score', {
  access: 'apps',
  summary: 'Get the score of a protection: how well its excursions match known failures and marked ranges',
  response: protectionScore,
});
