import { type ReactNode, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { ConflictDialog, currentRecord } from './conflict-dialog.tsx';

export interface FormMerge<R> {
  /** The record that the form's values are based on, regardless of later reads; null for a new one. */
  base: R | null;
  /** Set after another user saved first. */
  isConflict: boolean;
  /** The conflict dialog; null without a conflict. */
  dialog: ReactNode;
}

/** Like `useVersioned`, for a record in a form of react-hook-form. */
export function useFormMerge<R extends { version: number }, V extends FieldValues>({
  what,
  record,
  form,
  valuesOf,
  texts,
  save,
  onSave,
  onSame,
}: {
  /** What is edited, such as 'The tag'. */
  what: string;
  /** Null for a new record. */
  record: R | null;
  form: UseFormReturn<V>;
  valuesOf(record: R): V;
  texts: FieldTexts<V>;
  /** The save that may fail with a conflict. */
  save: { error: unknown; isPending: boolean; reset(): void };
  /** Saves the form's values over a record. */
  onSave(base: R): void;
  /** Called if their version was chosen for every field: nothing is left to save. */
  onSame(saved: R): void;
}): FormMerge<R> {
  const [base, setBase] = useState(record);
  const theirs = base === null ? null : currentRecord<R>(save.error);
  if (base === null || theirs === null) return { base, isConflict: false, dialog: null };
  const resolve = (next: V, chosen: ReadonlySet<keyof V & string>): void => {
    setBase(theirs);
    form.reset(valuesOf(theirs) as DefaultValues<V>);
    for (const name of chosen as ReadonlySet<Path<V>>)
      form.setValue(name, next[name] as PathValue<V, Path<V>>, { shouldDirty: true });
    save.reset();
    if (chosen.size === 0) onSame(theirs);
    else onSave(theirs);
  };
  return {
    base,
    isConflict: true,
    dialog: (
      <ConflictDialog
        what={what}
        base={valuesOf(base)}
        mine={form.getValues()}
        theirs={valuesOf(theirs)}
        texts={texts}
        busy={save.isPending}
        onResolve={resolve}
        onClose={save.reset}
      />
    ),
  };
}
