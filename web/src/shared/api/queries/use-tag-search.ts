import { keepPreviousData } from '@tanstack/react-query';
import type { searchTags, TagType } from '@twinward/contracts/signals/tag';
import { useApiListQuery } from '../api-query.ts';

/**
 * The first twenty tags of some types that contain all words of a text in their names, descriptions, keywords or
 * assets; those of a twin first.
 */
export const useTagSearch = (
  text: string,
  types: readonly TagType[],
  enabled: boolean,
  twinId: number | undefined = undefined,
) =>
  useApiListQuery<typeof searchTags>(
    ['tags', { search: text, types, first: twinId }],
    'POST /api/tags/search',
    {
      query: { 'page-number': 1, 'page-size': 20 },
      body: { text, types: [...types], ...(twinId === undefined ? {} : { twinId }) },
    },
    { placeholderData: keepPreviousData, enabled },
  );
