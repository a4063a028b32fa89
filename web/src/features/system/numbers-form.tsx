import type { UseMutationResult } from '@tanstack/react-query';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, type DefaultValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { checked } from '../../ui/form/checked.ts';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { FormGrid } from './form-grid.tsx';

/** A form for a setting with numeric fields. */
export function NumbersForm<Values extends Record<string, number>>({
  settings,
  shape,
  fields,
  save,
  label,
  fallback,
}: {
  settings: Values;
  /** The schemas of its fields. */
  shape: Record<keyof Values & string, z.ZodType>;
  fields: readonly { name: keyof Values & string; label: string; unit: string; hint: string }[];
  save: UseMutationResult<Values, Error, Values>;
  /** Label of the button. */
  label: string;
  /** Shown if the error has no message. */
  fallback: string;
}): ReactNode {
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: settings as DefaultValues<Values> });
  const { errors, isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const names = fields.map(({ name }) => name as Path<Values>);
  const submit = form.handleSubmit((values) =>
    save.mutate(values as Values, {
      onSuccess: (saved) => form.reset(saved),
      onError: (error) => showFieldErrors(error, names, form.setError),
    }),
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        {fields.map(({ name, ...field }) => (
          <Controller
            key={name}
            name={name as Path<Values>}
            control={form.control}
            rules={checked([schemaRule(shape[name])])}
            render={({ field: input, fieldState }) => (
              <NumberField {...input} {...field} error={fieldState.error?.message} />
            )}
          />
        ))}
      </FormGrid>
      <FormFoot
        label={label}
        busy={save.isPending}
        dirty={isDirty}
        saved={save.isSuccess}
        error={Object.keys(errors).length > 0 ? null : save.error}
        fallback={fallback}
      />
      {guard.dialog}
    </form>
  );
}
