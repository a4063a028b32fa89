import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { id, numberBetween, text, time, timeParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Data points');

export const qualities = ['good', 'uncertain', 'bad'] as const;
export type Quality = (typeof qualities)[number];

/** Maximum number of points, and of bytes, in one call; larger amounts are imported as a file. */
export const maximumPoints = 100_000;
export const maximumPointBytes = 16 * 1024 * 1024;

export const pointFields = {
  time,
  value: z.number('Please enter a number.').nullable().describe('Value; null only if the quality is bad'),
  quality: z.enum(qualities).default('good'),
};

/** Only a bad point may have no value. */
export const isComplete = ({ value, quality }: { value: number | null; quality: Quality }): boolean =>
  value !== null || quality === 'bad';
export const incomplete = { path: ['value'], message: 'Please enter a number.' };

export const dataPoint = z.strictObject(pointFields).refine(isComplete, incomplete).meta({ id: 'DataPoint' });
export type DataPoint = z.infer<typeof dataPoint>;

/** Points of one tag in columns: times in epoch milliseconds; a value is null only if the quality is bad. */
export const pointColumns = z
  .object({
    times: z.array(z.number()),
    values: z.array(z.number().nullable()),
    qualities: z
      .array(z.enum(qualities))
      .optional()
      .describe('Qualities of the points; absent if all are good'),
  })
  .meta({ id: 'PointColumns' });
export type PointColumns = z.infer<typeof pointColumns>;

/**
 * Points merged into buckets of equal length. Empty buckets are left out. `times` are the starts of the
 * buckets; the figures, and `count`, include good and uncertain points.
 */
export const bucketColumns = z
  .object({
    width: z.number().describe('Length of a bucket in milliseconds'),
    times: z.array(z.number()),
    min: z.array(z.number().nullable()),
    max: z.array(z.number().nullable()),
    mean: z.array(z.number().nullable()),
    first: z.array(z.number().nullable()),
    last: z.array(z.number().nullable()),
    count: z.array(z.number()),
  })
  .meta({ id: 'BucketColumns' });
export type BucketColumns = z.infer<typeof bucketColumns>;

/** The points themselves if there are no more than the requested buckets, else buckets. */
export const pointSeries = z
  .object({
    tagId: id,
    from: z.number(),
    to: z.number(),
    points: pointColumns.optional(),
    buckets: bucketColumns.optional(),
  })
  .meta({ id: 'PointSeries' });
export type PointSeries = z.infer<typeof pointSeries>;

export const appendResult = z
  .object({
    tagId: id,
    stored: z.number().int().describe('Number of new points'),
    replaced: z.number().int().describe('Number of points whose value or quality changed'),
    duplicate: z.number().int().describe('Number of points that existed already'),
    early: z.number().int().describe('Number of these that are ahead of the clock and held until their time'),
    warning: z.string().optional().describe('Problem of points that were stored anyway; null without one'),
  })
  .meta({ id: 'AppendResult' });
export type AppendResult = z.infer<typeof appendResult>;

const tooMany = `At most ${maximumPoints.toLocaleString('en-US')} points in one call; import larger amounts as a file.`;

export const appendTagPoints = defineRoute('POST /api/tags/:id/data-points', {
  access: 'write:tag',
  summary: 'Store points of one tag. They are durable when the call returns',
  body: z.array(dataPoint).min(1, 'Please give at least one point.').max(maximumPoints, tooMany),
  example: [{ time: '2024-05-01T08:00:00Z', value: 61.5 }],
  bodyLimit: maximumPointBytes,
  defersLargeBody: true,
  response: appendResult,
});

export const appendPoints = defineRoute('POST /api/data-points', {
  access: 'write:tag',
  summary: 'Store points of many tags: all or none. They are durable when the call returns',
  body: z
    .array(
      z.strictObject({
        tagId: id,
        points: z.array(dataPoint).min(1, 'Please give at least one point.').max(maximumPoints, tooMany),
      }),
    )
    .min(1, 'Please give at least one tag.')
    .max(10_000, 'At most 10,000 tags in one call.')
    .refine((tags) => tags.reduce((sum, tag) => sum + tag.points.length, 0) <= maximumPoints, tooMany)
    .refine(
      (tags) => new Set(tags.map((tag) => tag.tagId)).size === tags.length,
      'Please give each tag once.',
    ),
  example: [{ tagId: 1, points: [{ time: '2024-05-01T08:05:00Z', value: 62 }] }],
  bodyLimit: maximumPointBytes,
  defersLargeBody: true,
  response: z.array(appendResult),
});

const range = {
  from: timeParameter.optional().describe('Start, inclusive; the oldest point by default'),
  to: timeParameter.optional().describe('End, exclusive; after the latest point by default'),
};

export const getPoints = defineRoute('GET /api/tags/:id/data-points', {
  access: 'apps',
  summary: 'Get the points of a tag in a range, merged into buckets if there are more points than `buckets`',
  query: z.object({
    ...range,
    unit: text(50)
      .optional()
      .describe('UCUM code of the unit in which an input reads the tag; the unit of the tag by default'),
    buckets: z
      .string()
      .regex(/^\d{1,5}$/, 'Please enter an integer.')
      .transform(Number)
      .pipe(numberBetween(1, 10_000))
      .optional(),
  }),
  response: pointSeries,
});

export const downloadPoints = defineRoute('GET /api/tags/:id/data-points.csv', {
  access: 'apps',
  summary:
    'Download all points of a range as csv, with the columns time, value with its unit, value in another unit if requested, and quality',
  query: z.object({ ...range, unit: text(50).optional().describe('UCUM code of another unit for values') }),
  ...returnsFile('csv'),
});

export const deletePoints = defineRoute('DELETE /api/tags/:id/data-points', {
  access: 'write:tag',
  summary: 'Delete the points of a range; all points without a range',
  query: z.object(range),
  response: z.object({ deleted: z.number().int() }),
});

export const oldestPoint = defineRoute('POST /api/tags/data-points/oldest', {
  access: 'apps',
  reads: true,
  summary: 'Get the time of the oldest point of several tags',
  body: z.array(id).min(1, 'Please give at least one tag.').max(1000),
  response: z.object({ time: z.iso.datetime().nullable() }),
});
