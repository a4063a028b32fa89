import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { listBody, paging } from '../core/list.ts';
import { id, idParams, numberBetween } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { structureParameter } from '../records/structure.ts';

const tag = 'Library';

export const maximumPlacements = 20_000;

/** The assets that a model is put on. */
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
      filters: listBody.shape.filters.describe('Those of the list of assets'),
      under: z
        .strictObject({
          structure: structureParameter,
          type: z.string().max(100).default('asset'),
          id,
        })
        .optional()
        .describe('Only assets below this record of a structure'),
    }),
    z.strictObject({ kind: z.literal('query'), queryId: id.describe('A query of assets') }),
  ])
  .meta({ id: 'PlacementAssets' });
export type PlacementAssets = z.infer<typeof placementAssets>;

export const previewPlacement = defineRoute({
  method: 'POST',
  path: '/api/library/models/:id/placements',
  access: 'write:twin',
  tag,
  summary:
    'What would become of assets that the newest published version is put on: inputs with their tags, what is missing. Changes nothing yet',
  params: idParams,
  body: z
    .strictObject({
      assets: placementAssets,
      minimumScore: numberBetween(0, 1).default(0.7).describe('Inputs are mapped to tags from this score on'),
    })
    .meta({ id: 'PlacementRequest' }),
  status: 202,
  response: commandReference,
});

export const applyPlacement = defineRoute({
  method: 'POST',
  path: '/api/library/placements/:commandId/apply',
  access: 'write:twin',
  tag,
  summary: 'Create the twins of a preview; assets that have a twin by now are left out',
  params: commandParams,
  body: z
    .strictObject({
      exceptAssetIds: z.array(id).max(maximumPlacements).default([]),
      activate: z.boolean().default(true).describe('Whether the new twins are active'),
      startPatterns: z.boolean().default(false).describe('Whether pattern protections begin in service'),
    })
    .meta({ id: 'PlacementApplication' }),
  status: 202,
  response: commandReference,
});

export const placementOutcomes = ['proposed', 'has-twin', 'placed', 'refused', 'left-out'] as const;

/** What becomes, or became, of one asset. */
export const placement = z
  .object({
    assetId: id,
    assetName: z.string(),
    uniqueId: z.string(),
    twinId: id.nullable().describe('Of the twin that was made, or that the asset has'),
    outcome: z.enum(placementOutcomes),
    message: z.string().nullable().describe('Why it was refused'),
    inputs: z.array(
      z.object({
        name: z.string(),
        tagId: id.nullable(),
        tagName: z.string().nullable(),
        score: z.number().min(0).max(1).nullable(),
        problem: z.string().nullable().describe('Why it has no tag: none found, ambiguous, another unit'),
      }),
    ),
    mapped: z.number().int(),
    missingParameters: z.array(z.string()).describe('Those without a default'),
  })
  .meta({ id: 'Placement' });
export type Placement = z.infer<typeof placement>;

export const listPlacements = defineRoute({
  method: 'GET',
  path: '/api/library/placements/:commandId',
  access: 'write:twin',
  tag,
  summary: 'What becomes of each asset, by name',
  params: commandParams,
  query: paging.extend({ outcome: z.enum(placementOutcomes).optional() }),
  response: z.array(placement),
  paged: true,
});
