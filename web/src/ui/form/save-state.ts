import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The state of the save of a form, for `FormFoot`. Errors that are shown at fields are left out. */
export function saveState<Values extends FieldValues>(
  { formState: { isDirty, errors } }: Pick<UseFormReturn<Values>, 'formState'>,
  save: { isPending: boolean; isSuccess: boolean; error: Error | null },
) {
  return {
    busy: save.isPending,
    dirty: isDirty,
    saved: save.isSuccess,
    error: Object.keys(errors).length > 0 ? null : save.error,
  };
}
