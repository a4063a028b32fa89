import type { searchTags, TagType } from '@twinward/contracts/signals/tag';
import { useApiPage } from '../api-query.ts';

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
  useApiPage<typeof searchTags>(
    ['tags', { search: text, types, first: twinId }],
    'POST /api/tags/search',
    { page: 1, pageSize: 20, body: { text, types: [...types], ...(twinId === undefined ? {} : { twinId }) } },
    { enabled },
  );
