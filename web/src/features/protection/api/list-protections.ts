import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { getProtectionLevels, listProtections } from '@twinward/contracts/protections/protection-list';
import { call, callList } from '../../../shared/api/http.ts';

export const pageSize = 100;

/** A page of the protections over the plant; while another is on its way, the one before stays. */
export const useProtections = (body: ListBody, page: number) =>
  useQuery({
    queryKey: ['protections', { body, page }],
    queryFn: ({ signal }) =>
      callList<typeof listProtections>('POST /api/indicators/filters', {
        query: { 'page-number': page, 'page-size': pageSize },
        body,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** How many protections stand where, over the plant. */
export const useProtectionLevels = () =>
  useQuery({
    queryKey: ['protections', { counted: 'levels' }],
    queryFn: ({ signal }) => call<typeof getProtectionLevels>('GET /api/indicators/levels', { signal }),
  });
