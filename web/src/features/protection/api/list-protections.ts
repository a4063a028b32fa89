import { keepPreviousData } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { getProtectionLevels, listProtections } from '@twinward/contracts/protections/protection-list';
import { useApiListQuery, useApiQuery } from '../../../shared/api/api-query.ts';

export const pageSize = 100;

/** A page of the protections over the plant; while another is on its way, the one before stays. */
export const useProtections = (body: ListBody, page: number) =>
  useApiListQuery<typeof listProtections>(
    ['protections', { body, page }],
    'POST /api/indicators/filters',
    { query: { 'page-number': page, 'page-size': pageSize }, body },
    { placeholderData: keepPreviousData },
  );

/** How many protections stand where, over the plant. */
export const useProtectionLevels = () =>
  useApiQuery<typeof getProtectionLevels>(
    ['protections', { counted: 'levels' }],
    'GET /api/indicators/levels',
  );
