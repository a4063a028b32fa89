import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { getTwinTagAliases, TagAlias } from '@twinward/contracts/twins/tag-alias';
import { call } from '../http.ts';

/** The inputs of a twin, by name. */
export const useTwinTagAliases = (twinId: number): UseQueryResult<TagAlias[]> =>
  useQuery({
    queryKey: ['tag-aliases', { twinId }],
    queryFn: ({ signal }) =>
      call<typeof getTwinTagAliases>('GET /api/twins/:id/tag-aliases', { params: { id: twinId }, signal }),
  });
