import type { ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { saveState } from '../../ui/form/save-state.ts';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { FormGrid } from './form-grid.tsx';

/** A form for settings that are saved as a whole. */
export function SettingsForm<Values extends FieldValues>({
  settings,
  names,
  save,
  label,
  fallback,
  children,
}: {
  settings: Values;
  /** The fields that show errors of the server. */
  names: readonly Path<Values>[];
  save: {
    isPending: boolean;
    isSuccess: boolean;
    error: Error | null;
    mutate(
      values: NoInfer<Values>,
      options: { onSuccess(saved: NoInfer<Values>): void; onError(error: Error): void },
    ): void;
  };
  /** Label of the button. */
  label: string;
  /** Shown if the error has no message. */
  fallback: string;
  children: (form: UseFormReturn<Values>) => ReactNode;
}): ReactNode {
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: settings as DefaultValues<Values> });
  const guard = useUnsavedGuard(form.formState.isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values as Values, {
      onSuccess: (saved) => form.reset(saved),
      onError: (error) => showFieldErrors(error, names, form.setError),
    }),
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>{children(form)}</FormGrid>
      <FormFoot label={label} {...saveState(form, save)} fallback={fallback} />
      {guard.dialog}
    </form>
  );
}
