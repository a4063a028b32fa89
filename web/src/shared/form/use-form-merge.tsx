import { type ReactNode, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { ConflictDialog, currentOf } from './conflict-dialog.tsx';

export interface FormMerge<R> {
  /** The record that the values of the form are a change of, whatever was read since; null for a new one. */
  base: R | null;
  /** Someone else saved in between. */
  isConflict: boolean;
  /** Both versions, field by field; null without a conflict. */
  dialog: ReactNode;
}

/** As `useVersioned`, for a record that is edited in a form of react-hook-form. */
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
  /** What is edited, as in 'The tag'. */
  what: string;
  /** Null where one is to be made. */
  record: R | null;
  form: UseFormReturn<V>;
  valuesOf(record: R): V;
  texts: FieldTexts<V>;
  /** The save that may have met another's. */
  save: { error: unknown; isPending: boolean; reset(): void };
  /** Saves the values of the form over a record. */
  onSave(base: R): void;
  /** All of theirs was chosen: nothing is left to be saved. */
  onSame(saved: R): void;
}): FormMerge<R> {
  const [base, setBase] = useState(record);
  const theirs = base === null ? null : currentOf<R>(save.error);
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
