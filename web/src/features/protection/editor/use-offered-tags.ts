import type { listTags, TagSummary } from '@twinward/contracts/signals/tag';
import type { createTagAlias, TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { useMemo } from 'react';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import type { OfferedTags } from '../../../ui/logic-editor/offered-tags.ts';

const mostTags = 200;

/** The tags of the asset without an input in the twin, by the names of the inputs to create. */
export function unreadTags(
  tags: readonly TagSummary[],
  aliases: readonly TagAlias[],
): ReadonlyMap<string, TagSummary> {
  const read = new Set(aliases.map(({ mappedTagId }) => mappedTagId));
  const taken = new Set(aliases.map(({ name }) => name));
  const found = new Map<string, TagSummary>();
  for (const tag of tags) {
    if (read.has(tag.id)) continue;
    const name = [tag.caption, tag.name].find(
      (one) =>
        one.length > 0 && one.length <= 100 && !/[[\]\r\n]/.test(one) && !taken.has(one) && !found.has(one),
    );
    if (name !== undefined) found.set(name, tag);
  }
  return found;
}

/** Offers the tags without an input to the logic editors. Choosing one creates an input. */
export function useOfferedTags(twin: Twin, aliases: readonly TagAlias[]): OfferedTags & { error: unknown } {
  const mayWrite = useAccess('write:twin');
  const { data } = useApiListQuery<typeof listTags>(
    ['tags', { assetId: twin.assetId, offered: true }],
    'POST /api/tags/filters',
    {
      query: { 'page-number': 1, 'page-size': mostTags },
      body: {
        filters: [
          { field: 'AssetId', operator: 'EqualTo', value: twin.assetId },
          { field: 'Type', operator: 'NotEqualTo', value: 'work' },
        ],
        sorts: [{ field: 'Name', direction: 'Ascending' }],
      },
    },
    { enabled: mayWrite },
  );
  const { mutate, error } = useApiMutation<typeof createTagAlias, { name: string; tag: TagSummary }>(
    'POST /api/tag-aliases',
    {
      toCall: ({ name, tag }) => ({ body: { twinId: twin.id, name, mappedTagId: tag.id, unit: tag.unit } }),
      renews: [['tag-aliases', { twinId: twin.id }]],
    },
  );
  return useMemo(() => {
    const unread = unreadTags(data?.records ?? [], aliases);
    return {
      names: [...unread.keys()],
      add: (name) => {
        const tag = unread.get(name);
        if (tag) mutate({ name, tag });
      },
      error,
    };
  }, [data, aliases, mutate, error]);
}
