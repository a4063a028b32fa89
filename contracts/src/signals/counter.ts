import { z } from 'zod';
import { text, time } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Data points');

/** More than any real counter counts, and small enough that sums stay finite. */
const mostCounted = 1e15;
const outOfRange = 'Please enter a number between -1e15 and 1e15.';
const finite = z.number('Please enter a number.').min(-mostCounted, outOfRange).max(mostCounted, outOfRange);

/** The interval of a counter, and when work was completed. */
export const counterRequest = z
  .strictObject({
    startDate: time.describe('Time of the first reading that counts'),
    counterInterval: finite
      .positive('Please enter a number greater than 0.')
      .describe('Interval in the unit of the counter'),
    unit: text(50)
      .nullable()
      .default(null)
      .describe('UCUM code of the unit of the numbers; null for the unit of the tag'),
    counterStart: finite.default(0).describe('Reading from which the first interval counts'),
    completedWork: z
      .array(time)
      .max(10_000, 'At most 10,000 times.')
      .default([])
      .describe('Times at which work was completed'),
  })
  .meta({ id: 'CounterRequest' });
export type CounterRequest = z.infer<typeof counterRequest>;

/**
 * The readings of a counter with resets added up, and the readings at which work is due. Only increases count:
 * a falling reading is a reset, and the lost amount is added to all later readings.
 */
export const counterData = z
  .object({
    reading: z.number().nullable().describe('Latest reading, resets added up; null without readings'),
    time: z.iso.datetime().nullable().describe('Time of the latest reading; null without readings'),
    due: z.number().describe('Reading at which work is next due'),
    remaining: z
      .number()
      .nullable()
      .describe('Distance from the latest reading to the due reading; negative if it has passed'),
    reached: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the due reading was reached; null if not reached yet'),
    usePerDay: z.number().nullable().describe('Average increase per day; null if it can’t be determined'),
    dueDate: z.iso
      .datetime()
      .nullable()
      .describe('Estimated due date from the average use; null without one'),
    completions: z
      .array(
        z.object({
          time: z.iso.datetime(),
          reading: z.number().describe('Reading with resets added up'),
          due: z.number().describe('Reading at which work was due again'),
        }),
      )
      .describe('Completed work in order of time; empty without readings'),
    resets: z.array(z.object({ time: z.iso.datetime(), from: z.number(), to: z.number() })),
    readings: z
      .object({ times: z.array(z.number()), values: z.array(z.number()) })
      .describe(
        'Readings with resets added up, for a chart: at most 500, the last of each period of equal length',
      ),
  })
  .meta({ id: 'CounterData' });
export type CounterData = z.infer<typeof counterData>;

export const readCounter = defineRoute('POST /api/tags/:id/data-points/counter', {
  access: 'apps',
  reads: true,
  summary: 'Get the readings of a counter and when work is due',
  body: counterRequest,
  response: counterData,
});
