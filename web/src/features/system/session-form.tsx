import { type SessionSettings, sessionSettings } from '@twinward/contracts/access/session-setting';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { checked } from '../../ui/form/checked.ts';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { useSaveSessionSettings } from './api/session-settings.ts';
import { FormGrid } from './form-grid.tsx';

const fields = [
  {
    name: 'idleMinutes',
    label: 'Sign out when idle for',
    unit: 'minutes',
    hint: 'A session ends after this time without activity.',
  },
  {
    name: 'maximumHours',
    label: 'Maximum session length',
    unit: 'hours',
    hint: 'Users must sign in again after this time, even if they are active.',
  },
] as const;

/** Session lifetimes. */
export function SessionForm({ settings }: { settings: SessionSettings }): ReactNode {
  const save = useSaveSessionSettings();
  const form = useForm<SessionSettings>({ mode: 'onTouched', defaultValues: settings });
  const { errors, isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => form.reset(saved),
      onError: (error) => showFieldErrors(error, ['idleMinutes', 'maximumHours'], form.setError),
    }),
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        {fields.map(({ name, ...field }) => (
          <Controller
            key={name}
            name={name}
            control={form.control}
            rules={checked([schemaRule(sessionSettings.shape[name])])}
            render={({ field: input, fieldState }) => (
              <NumberField {...input} {...field} error={fieldState.error?.message} />
            )}
          />
        ))}
      </FormGrid>
      <FormFoot
        label="Save session settings"
        busy={save.isPending}
        dirty={isDirty}
        saved={save.isSuccess}
        error={Object.keys(errors).length > 0 ? null : save.error}
        fallback="The session settings could not be saved."
      />
      {guard.dialog}
    </form>
  );
}
