import { z } from 'zod';
import { isoDuration } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Tags');

/** The usual interval between points of a tag, from its newest points. */
export const tagRhythm = z
  .object({
    gaps: z.number().int().describe('Number of intervals between points that were used; at most 10,000'),
    from: z.iso
      .datetime()
      .nullable()
      .describe('Time of the oldest point that was used; null with fewer than two points'),
    to: z.iso.datetime().nullable(),
    median: z.number().nullable().describe('Median interval in milliseconds'),
    usual: z.number().nullable().describe('99th percentile of the intervals in milliseconds'),
    proposal: z
      .object({
        expectedInterval: isoDuration,
        tolerance: isoDuration,
        longer: z
          .number()
          .int()
          .describe('Number of intervals longer than the proposed interval and tolerance together'),
      })
      .nullable()
      .describe('Proposed expected interval and tolerance; null with fewer than 20 intervals'),
  })
  .meta({ id: 'TagRhythm' });
export type TagRhythm = z.infer<typeof tagRhythm>;

export const getTagRhythm = defineRoute('GET /api/tags/:id/rhythm', {
  access: 'apps',
  summary: 'Get the usual interval between points of a tag, and a proposal for its expected interval',
  response: tagRhythm,
});
