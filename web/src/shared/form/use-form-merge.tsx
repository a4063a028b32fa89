import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { offerToUndo } from '../api/mutation-effects.ts';
import { ConflictDialog, currentRecord } from './conflict-dialog.tsx';

export interface FormMerge<R, V, Choice> {
  /** The record that the form's values are based on, not affected by refetches; null for a new record. */
  base: R | null;
  /** Whether another user saved first. */
  isConflict: boolean;
  /** The conflict dialog; null without a conflict. */
  dialog: ReactNode;
  /** Saves values over a record, and offers Undo. @param choice the user's answer to a question about the save */
  send(values: V, over: R | null, choice?: Choice): void;
}

/** Like `useVersioned`, for a record in a form of react-hook-form. */
export function useFormMerge<
  R extends { version: number },
  V extends FieldValues,
  Request = never,
  Choice = never,
>({
  what,
  record,
  form,
  toValues,
  texts,
  save,
  toRequest,
  onSubmit,
  onSaved,
  onFailed = () => {},
}: {
  /** The edited object, such as 'The tag'. */
  what: string;
  /** Null for a new record. */
  record: R | null;
  form: UseFormReturn<V>;
  toValues(record: R): V;
  texts: FieldTexts<V>;
  /** The mutation that saves, which may fail with a conflict. */
  save: Pick<
    UseMutationResult<R, Error, Request>,
    'error' | 'isPending' | 'reset' | 'mutate' | 'mutateAsync'
  >;
  /** Builds the request that saves values over a record. */
  toRequest(values: V, over: R | null, choice?: Choice): Request;
  /** Submits the form over a record. */
  onSubmit(over: R): void;
  /** Called with the saved record, or with theirs if the user chose their version for every field. */
  onSaved(saved: R): void;
  onFailed?(error: unknown): void;
}): FormMerge<R, V, Choice> {
  const [base, setBase] = useState(record);
  const theirs = base === null ? null : currentRecord<R>(save.error);
  const send = (values: V, over: R | null, choice?: Choice): void =>
    save.mutate(toRequest(values, over, choice), {
      onSuccess(saved) {
        if (over !== null) offerToUndo(() => save.mutateAsync(toRequest(toValues(over), saved, choice)));
        onSaved(saved);
      },
      onError: onFailed,
    });
  if (base === null || theirs === null) return { base, isConflict: false, dialog: null, send };
  const resolve = (next: V, chosen: ReadonlySet<keyof V & string>): void => {
    setBase(theirs);
    form.reset(toValues(theirs) as DefaultValues<V>);
    for (const name of chosen as ReadonlySet<Path<V>>)
      form.setValue(name, next[name] as PathValue<V, Path<V>>, { shouldDirty: true });
    save.reset();
    if (chosen.size === 0) onSaved(theirs);
    else onSubmit(theirs);
  };
  return {
    base,
    isConflict: true,
    send,
    dialog: (
      <ConflictDialog
        what={what}
        base={toValues(base)}
        mine={form.getValues()}
        theirs={toValues(theirs)}
        texts={texts}
        busy={save.isPending}
        onResolve={resolve}
        onClose={save.reset}
      />
    ),
  };
}
