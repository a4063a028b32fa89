import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from '../protections/threshold.ts';

const defineRoute = routeGroup('Overview');

const twinMapGroupings = ['structure', 'class'] as const;
export type TwinMapGrouping = (typeof twinMapGroupings)[number];

/** A map of all twins, as columns: a plant may have 20,000. */
export const twinMap = z
  .object({
    groups: z
      .array(
        z.object({
          name: z.string(),
          parent: z.number().int().nullable().describe('Index of the parent group; null at the top level'),
        }),
      )
      .describe('Groups; a parent comes before its children'),
    id: z.array(id),
    name: z.array(z.string()).describe('Name of the asset'),
    group: z.array(z.number().int()).describe('Index of the group in `groups`'),
    risk: z.array(z.number().nullable()),
    probability: z.array(z.number().int().nullable()).describe('Probability in percent'),
    consequence: z
      .array(z.number().nullable())
      .describe('Cost of a failure; if the twin has none, the sum of its failure modes'),
  })
  .meta({ id: 'TwinMap' });
export type TwinMap = z.infer<typeof twinMap>;

/** The state of each twin in service, as columns. */
export const twinMapLevels = z
  .object({
    id: z.array(id),
    level: z.array(level.nullable()).describe('Level; null if the twin was never evaluated'),
    isCurrent: z
      .array(z.boolean())
      .describe(
        'Whether the level is current; false for an inactive or silent twin, which has its last level',
      ),
  })
  .meta({ id: 'TwinMapLevels' });
export type TwinMapLevels = z.infer<typeof twinMapLevels>;

export const getTwinMap = defineRoute('GET /api/overview/twin-map', {
  access: 'apps',
  summary:
    'List all twins in service with their risk, by the structure that the user chose or by equipment class',
  query: z.object({ group: z.enum(twinMapGroupings).default('structure') }),
  response: twinMap,
});

export const getTwinMapLevels = defineRoute('GET /api/overview/twin-map/levels', {
  access: 'apps',
  summary: 'List the levels of all twins in service',
  response: twinMapLevels,
});
