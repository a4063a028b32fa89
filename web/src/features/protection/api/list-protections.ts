import type { ListBody } from '@twinward/contracts/core/list';
import type { getProtectionLevels, listProtections } from '@twinward/contracts/protections/protection-list';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';

export const pageSize = 100;

/** A page of all protections of the plant. The previous page stays while another loads. */
export const useProtections = (body: ListBody, page: number) =>
  useApiPage<typeof listProtections>(['protections', { body, page }], 'POST /api/indicators/filters', {
    page,
    pageSize,
    body,
  });

/** Counts of protections by level, type and state. */
export const useProtectionLevels = () =>
  useApiQuery<typeof getProtectionLevels>(
    ['protections', { counted: 'levels' }],
    'GET /api/indicators/levels',
  );
