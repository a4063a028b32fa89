import { keepPreviousData } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { getValueSummary, listValueLines } from '@twinward/contracts/questions/value-ledger';
import { useApiPage, useApiQuery } from '../../shared/api/api-query.ts';

export const pageSize = 50;

export const useValueLines = (body: ListBody, page: number) =>
  useApiPage<typeof listValueLines>(
    ['advisories', { values: body, page }],
    'POST /api/value-ledger/filters',
    { page, pageSize, body },
  );

/** @param from ISO 8601; null for all */
export const useValueSummary = (from: string | null) =>
  useApiQuery<typeof getValueSummary>(
    ['advisories', { valueSummary: from }],
    'GET /api/value-ledger/summary',
    { query: from === null ? {} : { from } },
    { placeholderData: keepPreviousData },
  );
