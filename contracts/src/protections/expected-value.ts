import { z } from 'zod';
import { id, integerBetween, requiredText, timeParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';
import { tag } from '../signals/tag.ts';

/** Values by time; null if an input has no value. */
const series = z.array(z.number().nullable());

/** Expected values of an input, given the other inputs, from the model in service. */
export const expectedInput = z
  .object({
    tagAliasId: id,
    tagAliasName: z.string(),
    tagId: id,
    unit: z.string().nullable().describe('UCUM code of the input, used for all its figures'),
    deviationTagId: id
      .nullable()
      .describe('Id of the calculated tag of the deviation; null if there is none'),
    outside: z.number().nullable().describe('Share of the time outside the band, 0 to 1'),
    excess: z
      .number()
      .nullable()
      .describe(
        'Mean distance from the middle of the band, in half band widths; above 1 is outside the band',
      ),
    expected: series,
    low: series.describe('Lower limit of the band that holds about 95 % of normal values'),
    high: series.describe('Upper limit of the band'),
    deviation: series.describe('Actual minus expected value; per bucket, the largest deviation'),
  })
  .meta({ id: 'ExpectedInput' });
export type ExpectedInput = z.infer<typeof expectedInput>;

export const expectedValues = z
  .object({
    version: z.number().int().describe('Version of the model in service'),
    stepSeconds: z.number().int().describe('Seconds between two calculated rows'),
    width: z.number().describe('Length of a bucket in milliseconds'),
    times: z.array(z.number()).describe('Start of each bucket in epoch milliseconds'),
    inputs: z.array(expectedInput).describe('Inputs by deviation, largest first'),
  })
  .meta({ id: 'ExpectedValues' });
export type ExpectedValues = z.infer<typeof expectedValues>;

const defineRoute = routeGroup('Indicators');

export const getExpectedValues = defineRoute('GET /api/indicators/:id/expected-values', {
  access: 'apps',
  summary:
    'Get the expected values of each input of a pattern protection over a range, given the other inputs. Returns 204 if the model has learned none',
  query: z
    .object({
      from: timeParameter.describe('Start of the range, inclusive'),
      to: timeParameter.describe('End of the range, exclusive'),
      buckets: z
        .string()
        .regex(/^\d{1,4}$/, 'Please enter an integer.')
        .transform(Number)
        .pipe(integerBetween(1, 2000))
        .default(500),
    })
    .refine(({ from, to }) => from < to, notReversed('to')),
  orNone: true,
  response: expectedValues,
});

export const createDeviationTag = defineRoute('POST /api/indicators/:id/deviation-tags', {
  access: 'write:tag',
  summary:
    'Create a calculated tag for the deviation of an input from its expected value. The model in service calculates it',
  body: z.strictObject({
    tagAliasId: id.describe('Id of an input of the model in service'),
    name: requiredText(200)
      .optional()
      .describe('Name of the new tag; derived from the tag of the input by default'),
  }),
  status: 201,
  response: tag,
});
