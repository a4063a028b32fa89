import type { UseQueryResult } from '@tanstack/react-query';
import type { getTwinTagAliases, TagAlias } from '@twinward/contracts/twins/tag-alias';
import { useApiQuery } from '../api-query.ts';

/** The inputs of a twin, ordered by name. */
export const useTwinTagAliases = (twinId: number): UseQueryResult<TagAlias[]> =>
  useApiQuery<typeof getTwinTagAliases>(['tag-aliases', { twinId }], 'GET /api/twins/:id/tag-aliases', {
    params: { id: twinId },
  });
