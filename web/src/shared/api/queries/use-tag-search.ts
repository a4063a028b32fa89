import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { searchTags, TagType } from '@twinward/contracts/signals/tag';
import { callList } from '../http.ts';

/**
 * Tags of some types that hold all words of a text in their names, descriptions, keywords or assets: those of
 * a twin first; the first twenty.
 */
export const useTagSearch = (
  text: string,
  types: readonly TagType[],
  enabled: boolean,
  twinId: number | undefined = undefined,
) =>
  useQuery({
    queryKey: ['tags', { search: text, types, first: twinId }],
    queryFn: ({ signal }) =>
      callList<typeof searchTags>('POST /api/tags/search', {
        query: { 'page-number': 1, 'page-size': 20 },
        body: { text, types: [...types], ...(twinId === undefined ? {} : { twinId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });
