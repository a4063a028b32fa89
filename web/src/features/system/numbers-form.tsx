import type { UseMutationResult } from '@tanstack/react-query';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, type Path } from 'react-hook-form';
import type { z } from 'zod';
import { checked } from '../../ui/form/checked.ts';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SettingsForm } from './settings-form.tsx';

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
  return (
    <SettingsForm
      settings={settings}
      names={fields.map(({ name }) => name as Path<Values>)}
      save={save}
      label={label}
      fallback={fallback}
    >
      {(form) =>
        fields.map(({ name, ...field }) => (
          <Controller
            key={name}
            name={name as Path<Values>}
            control={form.control}
            rules={checked([schemaRule(shape[name])])}
            render={({ field: input, fieldState }) => (
              <NumberField {...input} {...field} error={fieldState.error?.message} />
            )}
          />
        ))
      }
    </SettingsForm>
  );
}
