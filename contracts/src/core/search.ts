import { z } from 'zod';
import { filter, pagingOf } from './list.ts';
import { id } from './primitives.ts';
import { defineRoute } from './route.ts';

/** The kinds of record that are found, by the numbers that stand for them. */
export const searchTypes = { twin: 0, asset: 1, tag: 2, riskAnalysis: 3, twinModel: 4 } as const;
export type SearchType = (typeof searchTypes)[keyof typeof searchTypes];

const searchType = z.literal([0, 1, 2, 3, 4]);

export const searchResult = z
  .object({
    type: searchType,
    id,
    name: z.string(),
    detail: z.string().describe('Tells it from others of that name'),
    assetId: id.nullable(),
    twinId: id.nullable(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

export const search = defineRoute({
  method: 'POST',
  path: '/api/search',
  access: 'apps',
  reads: true,
  tag: 'Search',
  summary:
    'Twins (0), assets (1), tags (2), risk analyses (3) and models of the library that are not private (4) by the words of their texts, of at most 10,000 found. Field: SearchText',
  query: pagingOf(50),
  body: z.strictObject({
    filters: z.array(filter).max(100),
    types: z.array(searchType).max(5).describe('0 twin, 1 asset, 2 tag, 3 risk analysis, 4 model'),
  }),
  response: z.array(searchResult),
  paged: true,
});
