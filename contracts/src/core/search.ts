import { z } from 'zod';
import { createPaging, filter } from './list.ts';
import { id, integerBetween } from './primitives.ts';
import { routeGroup } from './route.ts';

const defineRoute = routeGroup('Search');

/** The numbers of the kinds of records that a search finds. */
export const searchTypes = { twin: 0, asset: 1, tag: 2, riskAnalysis: 3, twinModel: 4 } as const;
export type SearchType = (typeof searchTypes)[keyof typeof searchTypes];

const searchType = z.literal([0, 1, 2, 3, 4]);

export const searchResult = z
  .object({
    type: searchType,
    id,
    name: z.string(),
    detail: z.string().describe('Text that distinguishes records of the same name'),
    assetId: id.nullable(),
    twinId: id.nullable(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

const filters = z.array(filter).max(100);
const types = z.array(searchType).max(5).describe('0 twin, 1 asset, 2 tag, 3 risk analysis, 4 model');

/** The search results of one kind. */
export const searchKind = z
  .object({
    type: searchType,
    total: z.number().int().describe('Number of matches among the records considered'),
    isCapped: z.boolean().describe('Whether more records may match than `total`'),
    records: z.array(searchResult).describe('First results'),
  })
  .meta({ id: 'SearchKind' });
export type SearchKind = z.infer<typeof searchKind>;

export const search = defineRoute('POST /api/search', {
  access: 'apps',
  reads: true,
  summary:
    'Search twins (0), assets (1), tags (2), risk analyses (3) and library models that are not private (4) by words in their texts. Records whose name or identifier equals the search text come first, then those whose name begins with it; of the others, at most 2,000 are considered. Field: SearchText',
  query: createPaging(50),
  body: z.strictObject({ filters, types }),
  response: z.array(searchResult),
  paged: true,
});

export const searchByKind = defineRoute('POST /api/search/kinds', {
  access: 'apps',
  reads: true,
  summary:
    'Search by words and return the first results of each kind; the kind with the best result comes first. Field: SearchText',
  body: z.strictObject({ filters, types, ofEach: integerBetween(1, 50).default(5) }),
  response: z.array(searchKind),
});
