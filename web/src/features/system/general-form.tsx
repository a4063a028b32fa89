import { type GeneralSettings, generalSettings } from '@twinward/contracts/system/general';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useSaveGeneral } from '../../shared/api/queries/use-general.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { checked } from '../../ui/form/checked.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { FormGrid } from './form-grid.tsx';

const { name, currencySymbol, banner } = generalSettings.shape;

const severities: { value: GeneralSettings['banner']['severity']; label: string }[] = [
  { value: 'info', label: 'Information' },
  { value: 'warning', label: 'Warning' },
];

/** Edits the name of the tenant, its currency and its banner. */
export function GeneralForm({ settings }: { settings: GeneralSettings }): ReactNode {
  const save = useSaveGeneral();
  const form = useForm<GeneralSettings>({ mode: 'onTouched', defaultValues: settings });
  const { errors, isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => form.reset(saved),
      onError: (error) => showFieldErrors(error, ['name', 'currencySymbol', 'banner.text'], form.setError),
    }),
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        <Field
          label="Name"
          hint="Plant or company name, shown beside the logo."
          error={errors.name?.message}
          {...form.register('name', checked([schemaRule(name)]))}
        />
        <Field
          label="Currency symbol"
          hint="Shown before amounts. Amounts are not converted."
          error={errors.currencySymbol?.message}
          {...form.register('currencySymbol', checked([schemaRule(currencySymbol)]))}
        />
        <Field
          label="Banner"
          hint="Shown above every page, for example before maintenance. Leave empty for no banner."
          multiline
          maxRows={4}
          error={errors.banner?.text?.message}
          {...form.register('banner.text', checked([schemaRule(banner.shape.text)]))}
        />
        <SelectField label="Banner type" choices={severities} {...form.register('banner.severity')} />
      </FormGrid>
      <FormFoot
        label="Save general settings"
        busy={save.isPending}
        dirty={isDirty}
        saved={save.isSuccess}
        error={Object.keys(errors).length > 0 ? null : save.error}
        fallback="The general settings could not be saved."
      />
      {guard.dialog}
    </form>
  );
}
