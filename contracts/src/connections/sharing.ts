import { z } from 'zod';
import { text, time } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { pointColumns, qualities } from '../signals/data-point.ts';

/**
 * What another installation may read with the token of a connection of type HTTP or Twinward: the tags that it feeds,
 * and those that its field `sharedTags` names.
 */

const tag = 'Sharing';

/** The field of a configuration that names tags, with `*` for any characters. */
export const sharedTagsField = 'sharedTags';

const name = text(200);
/** Tags of one call. */
const maximumTags = 500;
/** Points of one answer. */
export const maximumSharedPoints = 10_000;

export const sharedTag = z
  .object({
    name,
    description: z.string(),
    unit: z.string().nullable().describe('UCUM code'),
    time: z.number().nullable().describe('Of the latest point, epoch milliseconds'),
    value: z.number().nullable(),
    quality: z.enum(qualities).nullable(),
  })
  .meta({ id: 'SharedTag' });
export type SharedTag = z.infer<typeof sharedTag>;

export const getSharing = defineRoute({
  method: 'GET',
  path: '/api/shared',
  access: 'connections',
  connection: true,
  tag,
  summary: 'Whom the token belongs to, how much it may read, and the time',
  response: z
    .object({ name: z.string(), tags: z.number().int(), time: z.iso.datetime() })
    .meta({ id: 'Sharing' }),
});

export const listSharedTags = defineRoute({
  method: 'POST',
  path: '/api/shared/tags',
  access: 'connections',
  reads: true,
  connection: true,
  tag,
  summary: 'Tags that the token may read, by name in pages of 100, or those that are named',
  body: z.strictObject({
    search: text(200).default('').describe('Words of names; empty: all'),
    after: name.nullable().default(null).describe('`next` of the page before'),
    names: z.array(name).max(maximumTags).nullable().default(null),
  }),
  response: z
    .object({
      tags: z.array(sharedTag),
      next: z.string().nullable().describe('Null: that was the last page'),
    })
    .meta({ id: 'SharedTags' }),
});

export const readSharedPoints = defineRoute({
  method: 'POST',
  path: '/api/shared/points',
  access: 'connections',
  reads: true,
  connection: true,
  tag,
  summary: 'Points of tags that the token may read, from a time of each; at most 10,000 in one answer',
  body: z.strictObject({
    tags: z
      .array(z.strictObject({ name, from: time }))
      .min(1)
      .max(maximumTags),
    to: time.optional().describe('Exclusive; all points up to now unless given'),
  }),
  response: z
    .array(
      pointColumns.extend({
        name,
        next: z.number().nullable().describe('From which the rest is read; null: there is none'),
      }),
    )
    .meta({ id: 'SharedPoints' })
    .describe('In the order of the call, without the tags that the token may not read'),
});

export const countSharedPoints = defineRoute({
  method: 'POST',
  path: '/api/shared/points/count',
  access: 'connections',
  reads: true,
  connection: true,
  tag,
  summary: 'How many good and uncertain points tags have in ranges: what changed there was added or removed',
  body: z.strictObject({
    tags: z
      .array(z.strictObject({ name, from: time, to: time.describe('Exclusive') }))
      .min(1)
      .max(maximumTags),
  }),
  response: z
    .array(z.object({ name, count: z.number().int() }))
    .describe('In the order of the call, without the tags that the token may not read'),
});
