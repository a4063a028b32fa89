import { z } from 'zod';
import { id, idParams, idsParameter } from './primitives.ts';
import { defineRoute } from './route.ts';
import { tagSummary } from './tag.ts';

const captioned = z.object({ id: z.string(), caption: z.string() }).nullable();

export const asset = z
  .object({
    id,
    assetName: z.string(),
    uniqueId: z.string(),
    category: captioned,
    class: captioned,
    type: captioned,
    technicalNumber: z.string().nullable(),
    description: z.string(),
    isEquipment: z.boolean(),
    maintenancePlant: z.string().nullable(),
    planningPlant: z.string().nullable(),
    departmentId: z.string().nullable(),
    positionId: z.string().nullable(),
    twinId: id.nullable(),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof asset>;

export const getAssets = defineRoute({
  method: 'GET',
  path: '/api/assets',
  access: 'apps',
  tag: 'Assets',
  summary: 'Assets by id; unknown ids are left out',
  query: z.object({ id: idsParameter }),
  response: z.array(asset),
});

export const getAssetTags = defineRoute({
  method: 'GET',
  path: '/api/assets/:id/tags',
  access: 'apps',
  tag: 'Assets',
  summary: 'The tags of an asset, by name; at most 1,000',
  params: idParams,
  response: z.array(tagSummary),
});
