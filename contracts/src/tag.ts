import { z } from 'zod';
import { listBody, paging } from './list.ts';
import { id, idParams } from './primitives.ts';
import { defineRoute } from './route.ts';

export const tagTypes = ['calculated', 'data_point', 'work'] as const;
export type TagType = (typeof tagTypes)[number];

export const tagSummary = z
  .object({
    id,
    name: z.string(),
    caption: z.string(),
    assetIds: z.array(id),
    type: z.enum(tagTypes),
    isCalculated: z.boolean(),
    unit: z.string().nullable().describe('UCUM code'),
  })
  .meta({ id: 'TagSummary' });
export type TagSummary = z.infer<typeof tagSummary>;

export const tag = tagSummary
  .extend({
    description: z.string(),
    keywords: z.array(z.string()),
    source: z.string().nullable(),
    oldestTime: z.iso.datetime().nullable(),
    latestTime: z.iso.datetime().nullable(),
    latestValue: z.number().nullable(),
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof tag>;

export const getTag = defineRoute({
  method: 'GET',
  path: '/api/tags/:id',
  access: 'apps',
  tag: 'Tags',
  summary: 'One tag, with its oldest and latest point',
  params: idParams,
  response: tag,
});

export const listTags = defineRoute({
  method: 'POST',
  path: '/api/tags/filters',
  access: 'apps',
  tag: 'Tags',
  summary: 'Tags. Fields: Id, Name, Caption, Type, AssetId, AssetName, TwinId',
  query: paging,
  body: listBody,
  response: z.array(tagSummary),
  paged: true,
});
