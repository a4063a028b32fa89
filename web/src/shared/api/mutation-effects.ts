import { MutationCache, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Entity, Key, Scope } from './query-key.ts';

/** What a mutation does to the cached queries, as its `meta`. */
export type MutationEffects = {
  /** The key under which the answer is cached; a function where the answer decides. */
  saves?: Key | ((answer: never) => Key);
  /** What is read again: all queries of an entity, those of a key, or every query. */
  renews?: readonly (Entity | Key)[] | 'all';
  /** Renews after a failure too: someone else may have changed what is shown. */
  renewsOnFailure?: boolean;
  /** The record that it deletes, by the names that scopes have for it: `{ tagId: 7 }`. It is not read again. */
  deletes?: Scope;
};

const names = (scope: Scope, deletes: Scope = {}): boolean =>
  Object.entries(deletes).some(([name, id]) => scope[name] === id);

/** Whether a query is of a record that this page deletes. */
export const isBeingDeleted = (client: QueryClient, [, scope]: Key): boolean =>
  client
    .getMutationCache()
    .getAll()
    .some(
      ({ meta, state: { status } }) =>
        (status === 'pending' || status === 'success') && names(scope, meta?.deletes),
    );

/** Applies the effects of every mutation; a mutation stays pending until its queries are read again. */
export const createMutationCache = (): MutationCache =>
  new MutationCache({
    async onSettled(answer, error, _variables, _result, { meta = {} }, { client }) {
      const { saves, renews = [], renewsOnFailure = false, deletes } = meta;
      if (error === null && saves !== undefined) {
        client.setQueryData(typeof saves === 'function' ? saves(answer as never) : saves, answer);
      }
      if (error === null && deletes !== undefined) {
        void client.invalidateQueries({
          predicate: ({ queryKey: [, scope] }) => names(scope, deletes),
          refetchType: 'none',
        });
      }
      if (error !== null && !renewsOnFailure) return;
      await renew(client, renews);
    },
  });

/** Reads queries again, all but those of records being deleted. */
async function renew(client: QueryClient, renews: readonly (Entity | Key)[] | 'all'): Promise<void> {
  const filters =
    renews === 'all'
      ? [{}]
      : renews.map((what) => ({ queryKey: typeof what === 'string' ? ([what, {}] as const) : what }));
  const predicate = ({ queryKey }: { queryKey: Key }) => !isBeingDeleted(client, queryKey);
  await Promise.all(filters.map((filter) => client.invalidateQueries({ ...filter, predicate })));
}

/** Reads queries again once a condition holds, such as the end of a command. */
export function useRenewWhen(isDone: boolean, renews: readonly Entity[]): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the condition comes to hold
  useEffect(() => {
    if (isDone) void renew(client, renews);
  }, [isDone]);
}

/** Saves a value that is shown at once, and as it was before when it cannot be saved. */
export function useOptimisticSave<Value>(
  key: Key,
  save: (value: Value) => Promise<unknown>,
  initial?: Value,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onMutate: (value: Value) => {
      void client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      client.setQueryData(key, value);
      return before;
    },
    onError: (_, __, before) => client.setQueryData(key, before ?? initial),
  });
}
