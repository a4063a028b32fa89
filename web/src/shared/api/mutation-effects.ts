import {
  MutationCache,
  MutationObserver,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { offerUndo, toast } from '../../ui/feedback/announcer.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import type { Entity, Key, Scope } from './query-key.ts';
import { recordUndo } from './undone-page.ts';

/** A call that reverses a change. */
export type Undo = () => Promise<unknown>;

/** The effects of a mutation on cached queries, as its `meta`. */
export type MutationEffects<Answer = never, Input = never> = {
  /** The key under which the response is cached; a function if it depends on the response. */
  saves?: Key | ((answer: Answer) => Key);
  /** Invalidates all queries of an entity or key, or every query. */
  renews?: readonly (Entity | Key)[] | 'all';
  /** Also invalidates after a failure, since another user may have changed the record. */
  renewsOnFailure?: boolean;
  /** The deleted record, as in query scopes: `{ tagId: 7 }`. It is not refetched. */
  deletes?: Scope;
  /**
   * Text of the toast. By default, changes of cached queries are confirmed by 'Saved.' or 'Deleted.'. Null for no
   * toast, if the result is shown elsewhere, such as for a command or a switch.
   */
  says?: string | ((answer: Answer, input: Input) => string | null) | null;
  /**
   * Returns the call that reverses the change, for the toast's 'Undo' button; null if the change can't be reversed. The
   * call affects the same cached queries. With `saves`, it returns the same kind of record, or nothing.
   */
  undo?: (answer: Answer, input: Input) => Undo | null;
};

/** The text of the toast; null for none. */
function confirmation(
  { says, saves, renews, deletes }: MutationEffects,
  answer: unknown,
  variables: unknown,
): string | null {
  if (typeof says === 'function') return says(answer as never, variables as never);
  if (says !== undefined) return says;
  if (deletes !== undefined) return 'Deleted.';
  return saves === undefined && renews === undefined ? null : 'Saved.';
}

const names = (scope: Scope, deletes: Scope = {}): boolean =>
  Object.entries(deletes).some(([name, id]) => scope[name] === id);

/** Whether a query is about a record that this page deletes. */
export const isBeingDeleted = (client: QueryClient, [, scope]: Key): boolean =>
  client
    .getMutationCache()
    .getAll()
    .some(
      ({ meta, state: { status } }) =>
        (status === 'pending' || status === 'success') && names(scope, meta?.deletes),
    );

/** Applies the effects of every mutation. A mutation stays pending until its queries have been refetched. */
export const createMutationCache = (): MutationCache =>
  new MutationCache({
    async onSettled(answer, error, variables, _result, { meta = {} }, { client }) {
      const { saves, renews = [], renewsOnFailure = false, deletes } = meta;
      // A creation is undone by a deletion, which has no response.
      if (error === null && saves !== undefined && answer !== undefined) {
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
      if (error !== null) return;
      const text = confirmation(meta, answer, variables);
      if (text === null) return;
      const undo = meta.undo?.(answer as never, variables as never) ?? null;
      toast(text, undo === null ? null : () => void runUndo(withEffects(client, undo, meta)));
    },
  });

/**
 * Adds 'Undo' to the toast of a save that has just been confirmed, unless its mutation offers a reverse call itself.
 * @param undo saves the previous state, by a mutation with its own effects
 */
export const offerToUndo = (undo: Undo): void => offerUndo(() => void runUndo(undo));

/** A reverse call with the effects of the change on cached queries. */
function withEffects(client: QueryClient, undo: Undo, { saves, renews }: MutationEffects): Undo {
  const meta: MutationEffects = {
    ...(saves === undefined ? {} : { saves }),
    ...(renews === undefined ? {} : { renews }),
    renewsOnFailure: true,
    says: null,
  };
  return () => new MutationObserver(client, { mutationFn: undo, meta }).mutate();
}

/** Makes the reverse call of a change. A toast reports a failure, such as a conflict with a later change. */
async function runUndo(undo: Undo): Promise<void> {
  recordUndo();
  try {
    await undo();
    toast('Undone.');
  } catch (error) {
    toast(failureMessage(error, 'This could not be undone.'));
  }
}

/** Invalidates queries, except those of records that are being deleted. */
async function renew(client: QueryClient, renews: readonly (Entity | Key)[] | 'all'): Promise<void> {
  const filters =
    renews === 'all'
      ? [{}]
      : renews.map((what) => ({ queryKey: typeof what === 'string' ? ([what, {}] as const) : what }));
  const predicate = ({ queryKey }: { queryKey: Key }) => !isBeingDeleted(client, queryKey);
  await Promise.all(filters.map((filter) => client.invalidateQueries({ ...filter, predicate })));
}

/** Invalidates queries once a condition becomes true, such as the end of a command. */
export function useRenewWhen(isDone: boolean, renews: readonly Entity[]): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the condition becomes true
  useEffect(() => {
    if (isDone) void renew(client, renews);
  }, [isDone]);
}

/** An optimistic update of a setting, rolled back if it can't be saved. */
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
