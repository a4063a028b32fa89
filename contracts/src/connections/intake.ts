import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, requiredText, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import {
  incomplete,
  isComplete,
  maximumPointBytes,
  maximumPoints,
  pointFields,
} from '../signals/data-point.ts';

/** Points by the source names of another system, and the sources that feed tags. */

const defineRoute = routeGroup('Connections');

/** The maximum length of the name of a source. */
export const maximumSource = 200;

/** The maximum size of a body: 10,000 sources with names and captions of ordinary length. */
const maximumSourceBytes = 16 * 1024 * 1024;

export const sourcePoint = z
  .strictObject({ source: requiredText(maximumSource), ...pointFields })
  .refine(isComplete, incomplete)
  .meta({ id: 'SourcePoint' });
export type SourcePoint = z.infer<typeof sourcePoint>;

export const pushPoints = defineRoute('POST /api/connections/:id/points', {
  access: 'connections',
  connection: true,
  summary:
    'Store points by source, with the token of the connection; points are durable when the call returns',
  body: z
    .array(sourcePoint)
    .min(1, 'Please give at least one point.')
    .max(maximumPoints, `At most ${maximumPoints.toLocaleString('en-US')} points in one call.`),
  bodyLimit: maximumPointBytes,
  defersLargeBody: true,
});

/** For InfluxDB clients and Telegraf, which send line protocol, optionally compressed with gzip. */
export const writeLines = defineRoute('POST /api/v2/write', {
  access: 'connections',
  connection: true,
  summary:
    'Store points in InfluxDB line protocol, with the token of a connection; the source is named by `measurement.field` and the sorted tags',
  query: z.object({
    org: text(200).optional().describe('Ignored'),
    bucket: text(200).optional().describe('Ignored'),
    precision: z.enum(['ns', 'us', 'ms', 's']).default('ns'),
  }),
  body: 'bytes',
  bodyLimit: maximumPointBytes,
});

export const connectionSource = z
  .object({
    source: z.string(),
    tagId: id.nullable().describe('Id of the tag that it feeds; null if its points are not stored'),
    tagName: z.string().nullable(),
    firstSeen: z.iso.datetime().nullable().describe('First delivery of points; null if it feeds a tag'),
    lastSeen: z.iso.datetime().nullable().describe('Last delivery of points; null if it feeds a tag'),
    lastTime: z.iso
      .datetime()
      .nullable()
      .describe('Source time of its latest point; if it feeds a tag, of the latest point of the tag'),
    lastValue: z.number().nullable().describe('Value as delivered; if it feeds a tag, as stored'),
    isIgnored: z.boolean(),
  })
  .meta({ id: 'ConnectionSource' });
export type ConnectionSource = z.infer<typeof connectionSource>;

export const listConnectionSources = defineRoute('POST /api/connections/:id/sources/filters', {
  access: 'connections',
  summary:
    'List the sources that delivered points or feed tags. Fields: Source, TagId, TagName, FirstSeen, LastSeen, LastTime, IsIgnored',
  ...listCall,
  response: z.array(connectionSource),
});

/** The fields of a source that will feed a tag. */
export const feedFields = {
  source: requiredText(maximumSource),
  factor: z
    .number()
    .refine((factor) => factor !== 0, 'Please enter a number other than 0.')
    .default(1),
  offset: z.number().default(0).describe('value = factor x delivered + offset'),
};

export const takeSources = defineRoute('POST /api/connections/:id/sources', {
  access: 'connections',
  summary: 'Connect sources to existing or new tags; all or none',
  body: z
    .array(
      z.union([
        z.strictObject({ ...feedFields, tagId: id }),
        z.strictObject({
          ...feedFields,
          name: requiredText(200),
          caption: text(200).default(''),
          description: text(4000).default(''),
          unit: text(50)
            .nullable()
            .default(null)
            .describe('UCUM code, or the unit as written in the other system'),
          assetIds: z.array(id).max(1000).default([]),
        }),
      ]),
    )
    .min(1, 'Please choose a source.')
    .max(10_000, 'At most 10,000 sources in one call.'),
  bodyLimit: maximumSourceBytes,
  response: z.array(z.object({ source: z.string(), tagId: id })),
});

export const releaseSources = defineRoute('POST /api/connections/:id/sources/release', {
  access: 'connections',
  summary: 'Disconnect tags from their sources; the tags and their points are kept',
  body: z.strictObject({ tagIds: z.array(id).min(1).max(10_000) }),
});

export const ignoreSources = defineRoute('POST /api/connections/:id/sources/ignore', {
  access: 'connections',
  summary: 'Ignore sources that feed no tag, or stop ignoring them',
  body: z.strictObject({
    sources: z.array(requiredText(maximumSource)).min(1).max(10_000),
    isIgnored: z.boolean(),
  }),
  bodyLimit: maximumSourceBytes,
});

/** The source of the points of a tag, and the permanent gaps in its history. */
export const tagFeed = z
  .object({
    connectionId: id,
    connectionName: z.string(),
    source: z.string(),
    factor: z.number(),
    offset: z.number(),
    lastTime: z.iso.datetime().nullable(),
    gaps: z
      .array(z.object({ from: z.iso.datetime(), to: z.iso.datetime() }))
      .describe('Ranges without points that cannot be recovered'),
  })
  .meta({ id: 'ConnectionFeed' });
export type TagFeed = z.infer<typeof tagFeed>;

export const getTagFeed = defineRoute('GET /api/tags/:id/feed', {
  access: 'apps',
  tag: 'Tags',
  summary: 'Get the source of the points of a tag; returns 204 if no connection feeds it',
  response: tagFeed,
  orNone: true,
});
