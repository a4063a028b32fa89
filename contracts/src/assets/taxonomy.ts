import { z } from 'zod';
import { id, isoDuration } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Assets');

/** The id and caption of a category, class or type. */
export const captioned = z.object({ id, caption: z.string() }).meta({ id: 'Captioned' });
export type Captioned = z.infer<typeof captioned>;

/** The classification of equipment: a category, a class in it, and a type in that class. */
export const classification = z.object({
  category: captioned.nullable(),
  class: captioned.nullable(),
  type: captioned.nullable(),
});
export type Classification = z.infer<typeof classification>;

/** A taxonomy entry with its parents; its id is that of its lowest level. */
export const taxonomyEntry = classification
  .extend({
    id,
    category: captioned,
    score: z
      .number()
      .int()
      .nullable()
      .describe('Score of its own benchmark. This and the following fields are null without a benchmark'),
    distribution: z.enum(['none', 'weibull']).nullable(),
    mtbf: isoDuration.nullable(),
    mtbfDays: z.number().nullable(),
    shape: z.number().nullable(),
  })
  .meta({ id: 'TaxonomyEntry' });
export type TaxonomyEntry = z.infer<typeof taxonomyEntry>;

export const listTaxonomy = defineRoute('GET /api/assets/taxonomy/list', {
  access: 'apps',
  summary: 'List all categories, classes and types of equipment, by caption',
  response: z.array(taxonomyEntry),
});
