import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { completion } from '../core/completion.ts';
import { id, integerBetween, text, time } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';
import { languageError } from '../protections/language.ts';
import { aliasName } from '../twins/tag-alias.ts';
import { bucketColumns, pointColumns } from './data-point.ts';
import { jobStatusesOfTag, logic, tagSummary } from './tag.ts';

const defineRoute = routeGroup('Tags');

/** A calculated tag in a list, with its completion. */
export const calculatedTag = tagSummary
  .omit({ fields: true })
  .extend({
    completion,
    missing: z.array(z.string()).describe('What is missing, as text; empty if the tag is complete'),
    error: z.string().nullable().describe('Why it can’t be calculated; null without an error'),
    latestTime: z.iso.datetime().nullable(),
    latestValue: z.number().nullable(),
    recalculationJobStatus: jobStatusesOfTag.recalculationJobStatus,
  })
  .meta({ id: 'CalculatedTag' });
export type CalculatedTag = z.infer<typeof calculatedTag>;

export const getTwinCalculatedTags = defineRoute('GET /api/twins/:id/calculated-tags', {
  access: 'apps',
  tag: 'Twins',
  summary: 'List the calculated tags of a twin’s asset, by name; at most 1,000',
  response: z.array(calculatedTag),
});

export const recalculateTag = defineRoute('POST /api/tags/:id/recalculate', {
  access: 'write:tag',
  summary:
    'Recalculate a calculated tag over its whole history. The old points are kept until the new ones are ready',
  ...startsCommand,
});

/** Logic to preview, with the given aliases or those of a twin. */
export const tagPreview = z
  .strictObject({
    logic,
    aliases: z
      .array(
        z.strictObject({
          name: aliasName,
          mappedTagId: id.nullable(),
          unit: text(50)
            .nullable()
            .default(null)
            .describe('UCUM code of the unit; null for the unit of the tag'),
        }),
      )
      .max(1000)
      .optional(),
    twinId: id.optional(),
    tagId: id.optional().describe('Id of the calculated tag that will get the logic, to detect cycles'),
    from: time.describe('Start, inclusive'),
    to: time.describe('End, exclusive'),
    buckets: integerBetween(1, 10_000).default(1000),
  })
  .refine(({ aliases, twinId }) => (aliases === undefined) !== (twinId === undefined), {
    path: ['aliases'],
    message: 'Please give either aliases or a twin.',
  })
  .refine(({ from, to }) => from < to, notReversed('to'))
  .meta({ id: 'TagPreview' });
export type TagPreview = z.infer<typeof tagPreview>;

/** Errors of the logic by position; without errors, the points or their buckets. */
export const tagPreviewResult = z
  .object({
    errors: z.array(languageError),
    warnings: z.array(languageError),
    unmapped: z
      .array(z.string())
      .describe('Names in the logic without a tag; while there are any, nothing is calculated'),
    points: pointColumns.optional(),
    buckets: bucketColumns.optional(),
  })
  .meta({ id: 'TagPreviewResult' });
export type TagPreviewResult = z.infer<typeof tagPreviewResult>;

export const previewTag = defineRoute('POST /api/tags/preview', {
  access: 'apps',
  reads: true,
  summary: 'Preview logic on a range without storing anything. Returns its errors, or the calculated points',
  body: tagPreview,
  response: tagPreviewResult,
});
