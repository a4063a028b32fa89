import { z } from 'zod';
import { id, integerBetween } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from '../protections/threshold.ts';

const defineRoute = routeGroup('Overview');

/** The source of the time to act. */
const timeSources = ['advisory', 'pf-interval', 'none'] as const;
export type TimeSource = (typeof timeSources)[number];

/** A twin that needs attention, with the reason and the next step. */
export const priority = z
  .object({
    twinId: id,
    assetName: z.string(),
    level,
    risk: z.number().nullable(),
    weightedRisk: z.number().describe('Risk × level / 1000 × urgency; the list is ordered by it'),
    assumedRisk: z
      .number()
      .nullable()
      .describe(
        'Risk assumed for a twin without a risk: the median of the others; null if the twin has a risk',
      ),
    urgency: z.number().describe('Urgency, from 1 (act now) to 0'),
    actBy: z.iso.datetime().nullable().describe('Date by which to act; null if unknown'),
    timeSource: z.enum(timeSources),
    protection: z.object({ id, name: z.string() }).nullable().describe('Protection with the highest level'),
    threshold: z.object({ id, name: z.string() }).nullable().describe('Driving threshold'),
    since: z.iso.datetime().nullable().describe("Time of the last change of the protection's level"),
    advisory: z
      .object({
        id,
        name: z.string(),
        state: z.enum(['draft', 'submitted', 'rejected', 'active']),
        isToReview: z.boolean().describe('Whether it waits for a review by the user'),
        targetDate: z.iso.datetime().nullable(),
      })
      .nullable()
      .describe('Open advisory with the earliest due date; null without one'),
  })
  .meta({ id: 'Priority' });
export type Priority = z.infer<typeof priority>;

export const priorities = z
  .object({
    total: z.number().int().describe('Number of active twins in service with data and a level above 0'),
    records: z.array(priority),
  })
  .meta({ id: 'Priorities' });
export type Priorities = z.infer<typeof priorities>;

export const listPriorities = defineRoute('GET /api/overview/priorities', {
  access: 'apps',
  summary: 'List what to do first: the twins above level 0, by risk, level and time to act',
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
