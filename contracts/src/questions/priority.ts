import { z } from 'zod';
import { id, integerBetween } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from '../protections/threshold.ts';

/** How the time to act is known. */
export const timeSources = ['advisory', 'pf-interval', 'none'] as const;
export type TimeSource = (typeof timeSources)[number];

/** A twin that asks for something, with the reason and the next step. */
export const priority = z
  .object({
    twinId: id,
    assetName: z.string(),
    level,
    risk: z.number().nullable(),
    weightedRisk: z.number().describe('Risk x level / 1000 x urgency, by which the list is ordered'),
    assumedRisk: z
      .number()
      .nullable()
      .describe(
        'Counted for a twin without a risk: the median of those that have one; null where it has one',
      ),
    urgency: z.number().describe('From 1 (act now) to 0'),
    actBy: z.iso.datetime().nullable().describe('Null: no time is known'),
    timeSource: z.enum(timeSources),
    protection: z.object({ id, name: z.string() }).nullable().describe('The one with the highest level'),
    threshold: z.object({ id, name: z.string() }).nullable().describe('The one that sets the level'),
    since: z.iso.datetime().nullable().describe('When the level of the protection last changed'),
    advisory: z
      .object({
        id,
        name: z.string(),
        state: z.enum(['draft', 'submitted', 'rejected', 'active']),
        isToReview: z.boolean().describe('It waits for the user'),
        targetDate: z.iso.datetime().nullable(),
      })
      .nullable()
      .describe('The open advisory that is due first'),
  })
  .meta({ id: 'Priority' });
export type Priority = z.infer<typeof priority>;

export const priorities = z
  .object({
    total: z.number().int().describe('Active twins in service with data that are above level 0'),
    records: z.array(priority),
  })
  .meta({ id: 'Priorities' });
export type Priorities = z.infer<typeof priorities>;

export const listPriorities = defineRoute({
  method: 'GET',
  path: '/api/overview/priorities',
  access: 'apps',
  tag: 'Overview',
  summary: 'What to do first: the twins above level 0 by risk, level and time to act',
  query: z.object({
    limit: z
      .string()
      .regex(/^\d{1,4}$/, 'Please enter an integer.')
      .default('12')
      .transform(Number)
      .pipe(integerBetween(1, 1000)),
  }),
  response: priorities,
});
