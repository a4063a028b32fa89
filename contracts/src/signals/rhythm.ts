import { z } from 'zod';
import { idParams, isoDuration } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** How often points of a tag come, by the gaps between its newest ones. */
export const tagRhythm = z
  .object({
    gaps: z.number().int().describe('How many gaps it is based on; at most 10,000'),
    from: z.iso.datetime().nullable().describe('The oldest of their points; null without two points'),
    to: z.iso.datetime().nullable(),
    median: z.number().nullable().describe('Milliseconds'),
    usual: z.number().nullable().describe('99 % of the gaps are at most so long; milliseconds'),
    proposal: z
      .object({
        expectedInterval: isoDuration,
        tolerance: isoDuration,
        longer: z.number().int().describe('How many of the gaps exceed interval and tolerance'),
      })
      .nullable()
      .describe('An expected interval that fits; null for fewer than 20 gaps'),
  })
  .meta({ id: 'TagRhythm' });
export type TagRhythm = z.infer<typeof tagRhythm>;

export const getTagRhythm = defineRoute({
  method: 'GET',
  path: '/api/tags/:id/rhythm',
  access: 'apps',
  tag: 'Tags',
  summary: 'How often points of a tag come, and an expected interval that fits',
  params: idParams,
  response: tagRhythm,
});
