import { z } from 'zod';
import { id, idParams, integerBetween, requiredText, timeParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';
import { tag } from '../signals/tag.ts';

/** By time; null where a value of the inputs is missing. */
const series = z.array(z.number().nullable());

/** What an input is expected to be, given the other inputs, by the model in service. */
export const expectedInput = z
  .object({
    tagAliasId: id,
    tagAliasName: z.string(),
    tagId: id,
    unit: z.string().nullable().describe('UCUM code of the input, of all its figures'),
    deviationTagId: id.nullable().describe('The calculated tag of its deviation; null where there is none'),
    outside: z.number().nullable().describe('Share of the time in which it was out of its band, 0 to 1'),
    excess: z
      .number()
      .nullable()
      .describe('Mean distance from the middle of its band, in half widths of it: above 1 is outside'),
    expected: series,
    low: series.describe('Lower edge of the band in which about 95 % of normal values are'),
    high: series.describe('Upper edge of it'),
    deviation: series.describe('Value minus expected: of each bucket the one that is furthest from 0'),
  })
  .meta({ id: 'ExpectedInput' });
export type ExpectedInput = z.infer<typeof expectedInput>;

export const expectedValues = z
  .object({
    version: z.number().int().describe('Of the model in service'),
    stepSeconds: z.number().int().describe('Between two rows that were calculated'),
    width: z.number().describe('Milliseconds a bucket'),
    times: z.array(z.number()).describe('Start of each bucket in epoch milliseconds'),
    inputs: z.array(expectedInput).describe('What deviates most first: the input to look at first'),
  })
  .meta({ id: 'ExpectedValues' });
export type ExpectedValues = z.infer<typeof expectedValues>;

const group = 'Indicators';

export const getExpectedValues = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/expected-values',
  access: 'apps',
  tag: group,
  summary:
    'What each input of a pattern protection is expected to be over a range, given the other inputs; 204 where its model has learned none',
  params: idParams,
  query: z
    .object({
      from: timeParameter.describe('Inclusive'),
      to: timeParameter.describe('Exclusive'),
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

export const createDeviationTag = defineRoute({
  method: 'POST',
  path: '/api/indicators/:id/deviation-tags',
  access: 'write:tag',
  tag: group,
  summary:
    'Create a calculated tag of how far an input is from what it is expected to be; the model in service calculates it',
  params: idParams,
  body: z.strictObject({
    tagAliasId: id.describe('An input of the model in service'),
    name: requiredText(200).optional().describe('A name made of the tag of the input unless given'),
  }),
  status: 201,
  response: tag,
});
