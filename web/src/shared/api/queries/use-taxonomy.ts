import type { listTaxonomy } from '@twinward/contracts/assets/taxonomy';
import { useApiQuery } from '../api-query.ts';

/** All categories, classes and types of equipment. */
export const useTaxonomy = (enabled = true) =>
  useApiQuery<typeof listTaxonomy>(
    ['taxonomy', {}],
    'GET /api/assets/taxonomy/list',
    {},
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  );
