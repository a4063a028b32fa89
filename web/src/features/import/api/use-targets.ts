import { useQueries } from '@tanstack/react-query';
import type { getAsset } from '@twinward/contracts/assets/asset';
import type { listTags } from '@twinward/contracts/signals/tag';
import type { getTwinTagAliases } from '@twinward/contracts/twins/tag-alias';
import type { getTwin } from '@twinward/contracts/twins/twin';
import { apiListQuery, useApiQuery } from '../../../shared/api/api-query.ts';

/** The twin of the page behind the dialog. */
export const useOpenTwin = (twinId: number | null) =>
  useApiQuery<typeof getTwin>(
    ['twins', { twinId: twinId ?? 0 }],
    'GET /api/twins/:id',
    { params: { id: twinId ?? 0 } },
    { enabled: twinId !== null },
  );

/** The asset of the page behind the dialog. */
export const useOpenAsset = (assetId: number | null) =>
  useApiQuery<typeof getAsset>(
    ['assets', { assetId }],
    'GET /api/assets/:id',
    { params: { id: assetId ?? 0 } },
    { enabled: assetId !== null },
  );

/** The inputs of the twin. */
export const useOpenInputs = (twinId: number | null) =>
  useApiQuery<typeof getTwinTagAliases>(
    ['tag-aliases', { twinId: twinId ?? 0 }],
    'GET /api/twins/:id/tag-aliases',
    { params: { id: twinId ?? 0 } },
    { enabled: twinId !== null },
  );

/** Maximum number of names per call, and of tags in its response. */
const mostNames = 1000;

const namedQuery = (names: readonly string[]) =>
  apiListQuery<typeof listTags>(['tags', { named: names }], 'POST /api/tags/filters', {
    query: { 'page-number': 1, 'page-size': mostNames },
    body: {
      filters: [
        { field: 'Name', operator: 'In', value: [...names] },
        { field: 'Type', operator: 'EqualTo', value: 'data_point' },
      ],
    },
  });

/** The point tags with given names, requested in blocks. */
export function useTagsNamed(names: readonly string[]) {
  const blocks = Array.from({ length: Math.ceil(names.length / mostNames) }, (_, block) =>
    names.slice(block * mostNames, (block + 1) * mostNames),
  );
  const answers = useQueries({ queries: blocks.map(namedQuery) });
  return {
    tags: answers.flatMap(({ data }) => data?.records ?? []),
    isLoading: answers.some(({ isLoading }) => isLoading),
  };
}
