import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from '../protections/threshold.ts';

const tag = 'Overview';

export const twinMapGroupings = ['structure', 'class'] as const;
export type TwinMapGrouping = (typeof twinMapGroupings)[number];

/** What a map of all twins shows of each, as columns: a plant may have 20,000. */
export const twinMap = z
  .object({
    groups: z
      .array(
        z.object({
          name: z.string(),
          parent: z
            .number()
            .int()
            .nullable()
            .describe('Position of the group that it is in; null at the top'),
        }),
      )
      .describe('A group stands after the one that it is in'),
    id: z.array(id),
    name: z.array(z.string()).describe('Of the asset'),
    group: z.array(z.number().int()).describe('Position in groups'),
    risk: z.array(z.number().nullable()),
    probability: z.array(z.number().int().nullable()).describe('Percent'),
    consequence: z
      .array(z.number().nullable())
      .describe('Cost of a failure; without one of its own, the sum of its failure modes'),
  })
  .meta({ id: 'TwinMap' });
export type TwinMap = z.infer<typeof twinMap>;

/** The state of each twin in service, as columns. */
export const twinMapLevels = z
  .object({
    id: z.array(id),
    level: z.array(level.nullable()).describe('Null: never evaluated'),
    isCurrent: z
      .array(z.boolean())
      .describe('False for an inactive or silent twin: the level is its last one'),
  })
  .meta({ id: 'TwinMapLevels' });
export type TwinMapLevels = z.infer<typeof twinMapLevels>;

export const getTwinMap = defineRoute({
  method: 'GET',
  path: '/api/overview/twin-map',
  access: 'apps',
  tag,
  summary: 'All twins in service with their risk, by the structure that the user chose or by equipment class',
  query: z.object({ group: z.enum(twinMapGroupings).default('structure') }),
  response: twinMap,
});

export const getTwinMapLevels = defineRoute({
  method: 'GET',
  path: '/api/overview/twin-map/levels',
  access: 'apps',
  tag,
  summary: 'The level of all twins in service',
  response: twinMapLevels,
});
