import { z } from 'zod';
import { filter, pagingOf } from './list.ts';
import { id, integerBetween } from './primitives.ts';
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
    detail: z.string().describe('Distinguishes it from others of that name'),
    assetId: id.nullable(),
    twinId: id.nullable(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

const filters = z.array(filter).max(100);
const types = z.array(searchType).max(5).describe('0 twin, 1 asset, 2 tag, 3 risk analysis, 4 model');

/** What a search found of one kind. */
export const searchKind = z
  .object({
    type: searchType,
    total: z.number().int().describe('Of those considered'),
    isCapped: z.boolean().describe('Whether more than the total may match'),
    records: z.array(searchResult).describe('The first'),
  })
  .meta({ id: 'SearchKind' });
export type SearchKind = z.infer<typeof searchKind>;

export const search = defineRoute({
  method: 'POST',
  path: '/api/search',
  access: 'apps',
  reads: true,
  tag: 'Search',
  summary:
    'Twins (0), assets (1), tags (2), risk analyses (3) and models of the library that are not private (4) by the words of their texts, of at most 2,000 found besides the names that begin with them. Those whose name or identifier is what is searched come first, then those that begin with it. Field: SearchText',
  query: pagingOf(50),
  body: z.strictObject({ filters, types }),
  response: z.array(searchResult),
  paged: true,
});

export const searchByKind = defineRoute({
  method: 'POST',
  path: '/api/search/kinds',
  access: 'apps',
  reads: true,
  tag: 'Search',
  summary:
    'The first results of each kind, by the words of their texts; the kind with the best result comes first. Field: SearchText',
  body: z.strictObject({ filters, types, ofEach: integerBetween(1, 50).default(5) }),
  response: z.array(searchKind),
});
