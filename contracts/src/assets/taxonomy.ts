import { z } from 'zod';
import { id, isoDuration } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** A category, class or type by its id and what it is called. */
export const captioned = z.object({ id, caption: z.string() }).meta({ id: 'Captioned' });
export type Captioned = z.infer<typeof captioned>;

/** Where equipment belongs: a category, a class of it, or a type of that class. */
export const classification = z.object({
  category: captioned.nullable(),
  class: captioned.nullable(),
  type: captioned.nullable(),
});
export type Classification = z.infer<typeof classification>;

/** An entry of the taxonomy with what stands above it; its id is that of its lowest level. */
export const taxonomyEntry = classification
  .extend({
    id,
    category: captioned,
    score: z
      .number()
      .int()
      .nullable()
      .describe('Of its own benchmark, as all that follows; null without one'),
    distribution: z.enum(['none', 'weibull']).nullable(),
    mtbf: isoDuration.nullable(),
    mtbfDays: z.number().nullable(),
    shape: z.number().nullable(),
  })
  .meta({ id: 'TaxonomyEntry' });
export type TaxonomyEntry = z.infer<typeof taxonomyEntry>;

export const listTaxonomy = defineRoute({
  method: 'GET',
  path: '/api/assets/taxonomy/list',
  access: 'apps',
  tag: 'Assets',
  summary: 'Every category, class and type of equipment, in the order of their captions',
  response: z.array(taxonomyEntry),
});
