import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { getTwinProtections, ProtectionSummary } from '@twinward/contracts/protections/protection';
import { useApiListQuery } from '../api-query.ts';
import { callList, type RoutePage } from '../http.ts';
import type { Key } from '../query-key.ts';

/** Page size. */
export const protectionsPerPage = 100;

const toPageRequest = (twinId: number, page: number) => ({
  params: { id: twinId },
  query: { 'page-number': String(page), 'page-size': String(protectionsPerPage) },
});

/** All protections of a twin, highest level first. Loads all pages. */
export const useTwinProtections = (twinId: number) =>
  useQuery<RoutePage<typeof getTwinProtections>, Error, RoutePage<typeof getTwinProtections>, Key>({
    queryKey: ['protections', { twinId }],
    queryFn: async ({ signal }) => {
      const records: ProtectionSummary[] = [];
      for (let page = 1; ; page++) {
        const { records: some, total } = await callList<typeof getTwinProtections>(
          'GET /api/twins/:id/protections',
          { ...toPageRequest(twinId, page), signal },
        );
        records.push(...some);
        if (some.length === 0 || records.length >= total) return { records, total: records.length };
      }
    },
  });

/** One page (from 1) of the protections of a twin, and the total count. */
export const useTwinProtectionPage = (twinId: number, page: number) =>
  useApiListQuery<typeof getTwinProtections>(
    ['protections', { twinId, page }],
    'GET /api/twins/:id/protections',
    toPageRequest(twinId, page),
    { placeholderData: keepPreviousData },
  );
