import { z } from 'zod';
import { idParams, text, time } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** Far more than any counter counts, and so little that sums stay numbers. */
const mostCounted = 1e15;
const outOfRange = 'Please enter a number between -1e15 and 1e15.';
const finite = z.number('Please enter a number.').min(-mostCounted, outOfRange).max(mostCounted, outOfRange);

/** How often work is due by the readings of a counter, and when it was done. */
export const counterRequest = z
  .strictObject({
    startDate: time.describe('Readings from here on count'),
    counterInterval: finite
      .positive('Please enter a number greater than 0.')
      .describe('In the counter’s unit'),
    unit: text(50)
      .nullable()
      .default(null)
      .describe('UCUM code of the input’s unit, which the numbers are in; null for that of the tag'),
    counterStart: finite.default(0).describe('The reading from which the first work counts'),
    completedWork: z
      .array(time)
      .max(10_000, 'At most 10,000 times.')
      .default([])
      .describe('When work was completed'),
  })
  .meta({ id: 'CounterRequest' });
export type CounterRequest = z.infer<typeof counterRequest>;

/**
 * A counter's readings with resets added up, and when work is due by them. Only rises add up: a reading that
 * falls is a reset, and what it took is added again to all that follow.
 */
export const counterData = z
  .object({
    reading: z.number().nullable().describe('The latest, resets added up; null without readings'),
    time: z.iso.datetime().nullable().describe('Of that reading'),
    due: z.number().describe('The reading at which work is due next'),
    remaining: z.number().nullable().describe('From the latest reading to that; negative once it is passed'),
    reached: z.iso.datetime().nullable().describe('When that reading was reached; null while it was not'),
    usePerDay: z.number().nullable().describe('Average advance per day; null where the readings show none'),
    dueDate: z.iso.datetime().nullable().describe('When it is due by the average use; null without one'),
    completions: z
      .array(
        z.object({
          time: z.iso.datetime(),
          reading: z.number().describe('Resets added up'),
          due: z.number().describe('The reading at which it was due again'),
        }),
      )
      .describe('The completed work, in order; empty without readings'),
    resets: z.array(z.object({ time: z.iso.datetime(), from: z.number(), to: z.number() })),
    readings: z
      .object({ times: z.array(z.number()), values: z.array(z.number()) })
      .describe('Resets added up, for a chart: at most 500, the last of each stretch of equal length'),
  })
  .meta({ id: 'CounterData' });
export type CounterData = z.infer<typeof counterData>;

export const readCounter = defineRoute({
  method: 'POST',
  path: '/api/tags/:id/data-points/counter',
  access: 'apps',
  reads: true,
  tag: 'Data points',
  summary: 'The readings of a counter and when work is due by them',
  params: idParams,
  body: counterRequest,
  response: counterData,
});
