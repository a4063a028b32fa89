import { z } from 'zod';
import { paging } from '../core/list.ts';
import { id, timeParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { silentSince } from './protection.ts';
import { level } from './threshold.ts';

/** How protections behave as alarms, by the measures of ISA-18.2: who speaks most, who chatters, who never ends. */

/** Windows that these look back over, in days. */
export const performanceWindows = { day: 1, week: 7, month: 30 } as const;
export type PerformanceWindow = keyof typeof performanceWindows;

const query = paging.extend({
  window: z.enum(['day', 'week', 'month']).default('week'),
  to: timeParameter.optional().describe('End of the window; now unless given'),
});

const ofProtection = {
  protectionId: id,
  protectionName: z.string(),
  twinId: id,
  assetName: z.string(),
  shelvedUntil: z.iso.datetime().nullable(),
};
const ofThreshold = {
  ...ofProtection,
  thresholdId: id,
  thresholdName: z.string(),
  level: level.nullable(),
};

export const badActor = z
  .object({
    ...ofProtection,
    excursions: z.number().int().describe('That began in the window'),
    share: z.number().describe('Of all excursions of the window, 0 to 1'),
    duration: z.number().describe('Of these, inside the window, in milliseconds'),
    latest: z.iso.datetime().describe('When the latest began'),
    precision: z
      .number()
      .nullable()
      .describe('How often its advisories were right, 0 to 1; null where none turned out right or wrong'),
  })
  .meta({ id: 'BadActor' });
export type BadActor = z.infer<typeof badActor>;

export const getBadActors = defineRoute({
  method: 'GET',
  path: '/api/excursions/bad-actors',
  access: 'apps',
  tag: 'Protections',
  summary: 'The protections with the most excursions in a window, most first',
  query,
  response: z.array(badActor),
  paged: true,
});

/** So many excursions within a minute are chattering. */
export const chatteringCount = 3;

export const chatteringThreshold = z
  .object({
    ...ofThreshold,
    excursions: z
      .number()
      .int()
      .describe('That were one of three or more within a minute, from the third on'),
    mostInAMinute: z.number().int(),
    latest: z.iso.datetime().describe('When it chattered last'),
  })
  .meta({ id: 'ChatteringThreshold' });
export type ChatteringThreshold = z.infer<typeof chatteringThreshold>;

export const getChattering = defineRoute({
  method: 'GET',
  path: '/api/excursions/chattering',
  access: 'apps',
  tag: 'Protections',
  summary: 'Thresholds with three or more excursions within a minute in a window, most first',
  query,
  response: z.array(chatteringThreshold),
  paged: true,
});

export const standingExcursion = z
  .object({
    ...ofThreshold,
    excursionId: id,
    start: z.iso.datetime(),
    duration: z
      .number()
      .describe('Until the last evaluation, at most the end of the window, in milliseconds'),
    silentSince,
  })
  .meta({ id: 'StandingExcursion' });
export type StandingExcursion = z.infer<typeof standingExcursion>;

export const getStanding = defineRoute({
  method: 'GET',
  path: '/api/excursions/standing',
  access: 'apps',
  tag: 'Protections',
  summary: 'Excursions that have been open for longer than the window, longest first',
  query: query.extend({
    silent: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .describe('Only of protections that are silent, or are not; of all unless given'),
  }),
  response: z.array(standingExcursion),
  paged: true,
});
