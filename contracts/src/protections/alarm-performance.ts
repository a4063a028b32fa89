import { z } from 'zod';
import { paging } from '../core/list.ts';
import { id, timeParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { silentSince } from './protection.ts';
import { level } from './threshold.ts';

const defineRoute = routeGroup('Protections');

/** Alarm performance of protections by ISA-18.2: most frequent, chattering and standing alarms. */

/** Lengths of the time windows, in days. */
export const performanceWindows = { day: 1, week: 7, month: 30 } as const;
export type PerformanceWindow = keyof typeof performanceWindows;

const query = paging.extend({
  window: z.enum(['day', 'week', 'month']).default('week'),
  to: timeParameter.optional().describe('End of the window; now by default'),
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
    excursions: z.number().int().describe('Number of excursions that began in the window'),
    share: z.number().describe('Share of all excursions in the window, 0 to 1'),
    duration: z.number().describe('Total duration of these excursions inside the window, in milliseconds'),
    latest: z.iso.datetime().describe('Start of the latest excursion'),
    precision: z
      .number()
      .nullable()
      .describe('Share of its advisories that were right, 0 to 1; null if none was judged right or wrong'),
  })
  .meta({ id: 'BadActor' });
export type BadActor = z.infer<typeof badActor>;

export const getBadActors = defineRoute('GET /api/excursions/bad-actors', {
  access: 'apps',
  summary: 'List the protections with the most excursions in a window, most frequent first',
  query,
  response: z.array(badActor),
  paged: true,
});

/** Number of excursions within a minute from which a threshold counts as chattering. */
export const chatteringCount = 3;

export const chatteringThreshold = z
  .object({
    ...ofThreshold,
    excursions: z
      .number()
      .int()
      .describe('Number of excursions that were at least the third within one minute'),
    mostInAMinute: z.number().int(),
    latest: z.iso.datetime().describe('Time of the latest chattering'),
  })
  .meta({ id: 'ChatteringThreshold' });
export type ChatteringThreshold = z.infer<typeof chatteringThreshold>;

export const getChattering = defineRoute('GET /api/excursions/chattering', {
  access: 'apps',
  summary: 'List thresholds with three or more excursions within a minute in a window, most frequent first',
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
      .describe(
        'Milliseconds from the start to the last evaluation, or to the end of the window if that is earlier',
      ),
    silentSince,
  })
  .meta({ id: 'StandingExcursion' });
export type StandingExcursion = z.infer<typeof standingExcursion>;

export const getStanding = defineRoute('GET /api/excursions/standing', {
  access: 'apps',
  summary: 'List excursions that have been open for longer than the window, longest first',
  query: query.extend({
    silent: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .describe('`true` for silent protections only, `false` for the others only; all by default'),
  }),
  response: z.array(standingExcursion),
  paged: true,
});
