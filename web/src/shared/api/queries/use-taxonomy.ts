import { useQuery } from '@tanstack/react-query';
import type { listTaxonomy } from '@twinward/contracts/assets/taxonomy';
import { call } from '../http.ts';

/** Every category, class and type of equipment. */
export const useTaxonomy = () =>
  useQuery({
    queryKey: ['taxonomy', {}],
    queryFn: ({ signal }) => call<typeof listTaxonomy>('GET /api/assets/taxonomy/list', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
