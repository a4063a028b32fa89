import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { listBody, paging } from '../core/list.ts';
import { id, numberBetween } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { structureParameter } from '../records/structure.ts';

const defineRoute = routeGroup('Library');

export const maximumPlacements = 20_000;

/** The assets to which a model is applied. */
export const placementAssets = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('ids'),
      assetIds: z
        .array(id)
        .min(1, 'Please choose at least one asset.')
        .max(maximumPlacements, 'At most 20,000 assets in one call.'),
    }),
    z.strictObject({
      kind: z.literal('list'),
      filters: listBody.shape.filters.describe('Filters of the list of assets'),
      under: z
        .strictObject({
          structure: structureParameter,
          type: z.string().max(100).default('asset'),
          id,
        })
        .optional()
        .describe('Only assets below this record of a structure'),
    }),
    z.strictObject({ kind: z.literal('query'), queryId: id.describe('Id of a query of assets') }),
  ])
  .meta({ id: 'PlacementAssets' });
export type PlacementAssets = z.infer<typeof placementAssets>;

export const previewPlacement = defineRoute('POST /api/library/models/:id/placements', {
  access: 'write:twin',
  summary:
    'Preview how the newest published version would be applied to assets: tags of the inputs, and what is missing. Changes nothing',
  body: z
    .strictObject({
      assets: placementAssets,
      minimumScore: numberBetween(0, 1).default(0.7).describe('Minimum score to map an input to a tag'),
    })
    .meta({ id: 'PlacementRequest' }),
  ...startsCommand,
});

export const applyPlacement = defineRoute('POST /api/library/placements/:commandId/apply', {
  access: 'write:twin',
  summary: 'Create the twins of a preview; assets that have a twin by now are skipped',
  body: z
    .strictObject({
      exceptAssetIds: z.array(id).max(maximumPlacements).default([]),
      activate: z.boolean().default(true).describe('Whether the new twins are active'),
      startPatterns: z
        .boolean()
        .default(false)
        .describe('Whether to put the pattern protections into service'),
    })
    .meta({ id: 'PlacementApplication' }),
  ...startsCommand,
});

export const placementOutcomes = ['proposed', 'has-twin', 'placed', 'refused', 'left-out'] as const;

/** The planned or actual result for one asset. */
export const placement = z
  .object({
    assetId: id,
    assetName: z.string(),
    uniqueId: z.string(),
    twinId: id
      .nullable()
      .describe('Id of the twin that was created or that the asset already has; null if none'),
    outcome: z.enum(placementOutcomes),
    message: z.string().nullable().describe('Reason of a refusal; null if not refused'),
    inputs: z.array(
      z.object({
        name: z.string(),
        tagId: id.nullable(),
        tagName: z.string().nullable(),
        score: z.number().min(0).max(1).nullable(),
        problem: z
          .string()
          .nullable()
          .describe('Reason why it has no tag: none found, ambiguous, or another unit; null if it has one'),
      }),
    ),
    mapped: z.number().int(),
    missingParameters: z.array(z.string()).describe('Parameters without a default value'),
  })
  .meta({ id: 'Placement' });
export type Placement = z.infer<typeof placement>;

export const listPlacements = defineRoute('GET /api/library/placements/:commandId', {
  access: 'write:twin',
  summary: 'List the planned or actual result for each asset, by name',
  query: paging.extend({ outcome: z.enum(placementOutcomes).optional() }),
  response: z.array(placement),
  paged: true,
});
