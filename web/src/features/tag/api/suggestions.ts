import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AliasSuggestions, modifyTagAliases, suggestTags } from '@twinward/contracts/twins/mapping';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { call } from '../../../shared/api/http.ts';

const mostAtOnce = 100;

/** Candidate tags by input id, most likely first. */
export const useSuggestions = (aliasIds: readonly number[]) =>
  useQuery({
    queryKey: ['suggestions', { aliasIds }],
    queryFn: async ({ signal }) => {
      const found: AliasSuggestions[] = [];
      for (let first = 0; first < aliasIds.length; first += mostAtOnce) {
        const ids = aliasIds.slice(first, first + mostAtOnce);
        const part = await call<typeof suggestTags>('POST /api/tag-aliases/suggestions', {
          body: { aliasIds: ids },
          signal,
        });
        found.push(...part);
      }
      return new Map(found.map(({ aliasId, suggestions }) => [aliasId, suggestions]));
    },
    enabled: aliasIds.length > 0,
  });

/** A new mapping of an input; the tag is null to unmap it. */
export interface Move {
  alias: TagAlias;
  tagId: number | null;
}

/** Maps inputs in one transaction. */
export function useMapAliases() {
  const queryClient = useQueryClient();
  return useApiMutation<typeof modifyTagAliases, readonly Move[]>('POST /api/tag-aliases/modifications', {
    toCall: (moves) => ({
      body: moves.map(({ alias, tagId }) => ({
        flag: 'UPDATE' as const,
        model: toAliasChange(alias, tagId),
      })),
    }),
    onSuccess: (changed) => {
      const byId = new Map(changed.map((alias) => [alias.id, alias]));
      queryClient.setQueriesData<TagAlias[]>({ queryKey: ['tag-aliases'] }, (all) =>
        Array.isArray(all) ? all.map((alias) => byId.get(alias.id) ?? alias) : all,
      );
    },
    renews: ['tag-aliases', 'tags', 'protections'],
    renewsOnFailure: true,
  });
}

function toAliasChange(alias: TagAlias, mappedTagId: number | null) {
  const { id, name, description, keywords, unit, options, version } = alias;
  return { id, name, description, keywords, unit, options, version, mappedTagId };
}
