import { z } from 'zod';
import { text, time } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { pointColumns, qualities } from '../signals/data-point.ts';

/**
 * What another installation may read with the token of a connection of type HTTP or Twinward: the tags that the
 * connection feeds, and those in its field `sharedTags`.
 */

const defineRoute = routeGroup('Sharing');

/** The configuration field with the names of shared tags; `*` stands for any characters. */
export const sharedTagsField = 'sharedTags';

const name = text(200);
/** The maximum number of tags in one call. */
const maximumTags = 500;
/** The maximum number of points in one response. */
export const maximumSharedPoints = 10_000;

export const sharedTag = z
  .object({
    name,
    description: z.string(),
    unit: z.string().nullable().describe('UCUM code'),
    time: z.number().nullable().describe('Time of the latest point in epoch milliseconds'),
    value: z.number().nullable(),
    quality: z.enum(qualities).nullable(),
  })
  .meta({ id: 'SharedTag' });
export type SharedTag = z.infer<typeof sharedTag>;

export const getSharing = defineRoute('GET /api/shared', {
  access: 'connections',
  connection: true,
  summary: 'Get the name of the token’s connection, the number of tags that it may read, and the server time',
  response: z
    .object({ name: z.string(), tags: z.number().int(), time: z.iso.datetime() })
    .meta({ id: 'Sharing' }),
});

export const listSharedTags = defineRoute('POST /api/shared/tags', {
  access: 'connections',
  reads: true,
  connection: true,
  summary: 'List the tags that the token may read: in pages of 100 by name, or those in `names`',
  body: z.strictObject({
    search: text(200).default('').describe('Words in names; empty for all'),
    after: name.nullable().default(null).describe('`next` of the previous page; null for the first page'),
    names: z.array(name).max(maximumTags).nullable().default(null),
  }),
  response: z
    .object({
      tags: z.array(sharedTag),
      next: z.string().nullable().describe('Position of the next page; null on the last page'),
    })
    .meta({ id: 'SharedTags' }),
});

export const readSharedPoints = defineRoute('POST /api/shared/points', {
  access: 'connections',
  reads: true,
  connection: true,
  summary:
    'Read points of tags that the token may read, from a start time for each tag; at most 10,000 in one response',
  body: z.strictObject({
    tags: z
      .array(z.strictObject({ name, from: time }))
      .min(1)
      .max(maximumTags),
    to: time.optional().describe('End of the range, exclusive; default: now'),
  }),
  response: z
    .array(
      pointColumns.extend({
        name,
        next: z
          .number()
          .nullable()
          .describe('Time from which to read the remaining points; null if there are none'),
      }),
    )
    .meta({ id: 'SharedPoints' })
    .describe('In the order of the request, without the tags that the token may not read'),
});

export const countSharedPoints = defineRoute('POST /api/shared/points/count', {
  access: 'connections',
  reads: true,
  connection: true,
  summary: 'Count the good and uncertain points of tags in ranges, to detect added or removed points',
  body: z.strictObject({
    tags: z
      .array(z.strictObject({ name, from: time, to: time.describe('End of the range, exclusive') }))
      .min(1)
      .max(maximumTags),
  }),
  response: z
    .array(z.object({ name, count: z.number().int() }))
    .describe('In the order of the request, without the tags that the token may not read'),
});
