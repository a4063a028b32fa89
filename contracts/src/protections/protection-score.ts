import { z } from 'zod';
import { advisoryRecord } from '../advisories/advisory.ts';
import { id, idParams } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from './threshold.ts';

/** How excursions stand against what is known to have happened. Lengths of time in milliseconds. */
const standing = {
  hits: z.number().int().describe('Events that were caught'),
  misses: z.number().int(),
  excursions: z.number().int(),
  episodes: z
    .number()
    .int()
    .describe(
      'Excursions joined where the next begins less than 24 hours after the latest end, cut at each completed repair; without those that begin during a repair',
    ),
  falseEpisodes: z
    .number()
    .int()
    .nullable()
    .describe('Episodes that caught nothing; null where no event is known'),
  falseEpisodesPerYear: z
    .number()
    .nullable()
    .describe('By years of 365 days; null where nothing was observed or no event is known'),
  undecided: z
    .number()
    .int()
    .nullable()
    .describe('Episodes that may still turn out to precede a failure; null where no event is known'),
  notices: z
    .array(z.number())
    .describe('Of each failure that was caught, from the first excursion to the failure; shortest first'),
};

export const scoredEvent = z
  .object({
    type: z.enum(['work', 'range']),
    id: id.describe('Of the first work, or of the marked range'),
    name: z.string(),
    begin: z.iso.datetime().describe('From when an excursion counts'),
    time: z.iso.datetime().describe('Of the failure; of a range without one its end'),
    isCaught: z.boolean(),
    notice: z.number().nullable().describe('Null where it was missed, or names no time of failure'),
    thresholds: z.array(z.number().int()).describe('Indexes of those that caught it'),
  })
  .meta({ id: 'ScoredEvent' });
export type ScoredEvent = z.infer<typeof scoredEvent>;

export const protectionScore = z
  .object({
    from: z.iso.datetime().nullable().describe('What was observed; null where nothing was'),
    to: z.iso.datetime().nullable(),
    pfInterval: z
      .string()
      .describe('ISO 8601: how long before a failure an excursion counts as notice of it'),
    pfSource: z
      .enum(['failure-mode', 'assumed'])
      .describe('Whether it is the longest of the linked failure modes, or assumed for want of one'),
    ...standing,
    thresholds: z.array(
      z.object({ index: z.number().int(), name: z.string(), level: level.nullable(), ...standing }),
    ),
    events: z.array(scoredEvent).describe('The latest 500, oldest first'),
    advisories: advisoryRecord.describe('How right the advisories were that it led to'),
  })
  .meta({ id: 'ProtectionScore' });
export type ProtectionScore = z.infer<typeof protectionScore>;

export const getProtectionScore = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/score',
  access: 'apps',
  tag: 'Protections',
  summary: 'The record of a protection: how its excursions stand against failures and marked ranges',
  params: idParams,
  response: protectionScore,
});
