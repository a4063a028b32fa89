import type { EditionSettings } from '@twinward/contracts/system/edition';
import { editionRules as rules } from '@twinward/domain/rules/edition-rules';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useSaveEdition } from '../../shared/api/queries/use-edition.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { checked } from '../../ui/form/checked.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { FormGrid } from './form-grid.tsx';

const editions: { value: EditionSettings['edition']; label: string }[] = [
  { value: 'apm', label: 'The full product, with twins (apm)' },
  { value: 'ara', label: 'Risk analyses only (ara)' },
];

/** Edits the product edition of the database, and the limits of its analyses. */
export function EditionForm({ settings }: { settings: EditionSettings }): ReactNode {
  const save = useSaveEdition();
  const form = useForm<EditionSettings>({ mode: 'onTouched', defaultValues: settings });
  const { errors, isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => form.reset(saved),
      onError: (error) => showFieldErrors(error, ['assetLimit', 'upgradeAddress'], form.setError),
    }),
  );
  const flag = (name: 'canAddAsset' | 'canDeleteAsset', label: string): ReactNode => (
    <Controller
      name={name}
      control={form.control}
      render={({ field }) => (
        <SwitchField label={label} checked={field.value} readOnly={false} onChange={field.onChange} />
      )}
    />
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        <SelectField label="Edition" choices={editions} {...form.register('edition')} />
        <Controller
          name="assetLimit"
          control={form.control}
          rules={checked(rules.assetLimit)}
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              label="Assets in an analysis of ara"
              hint="Limit of the subscription. The full product allows 100,000."
              error={fieldState.error?.message}
            />
          )}
        />
        <Field
          label="Upgrade address"
          hint="E-mail or web address of the Upgrade link in ara. Leave empty to show no link."
          error={errors.upgradeAddress?.message}
          {...form.register('upgradeAddress', checked(rules.upgradeAddress))}
        />
        {flag('canAddAsset', 'Assets may be added to analyses')}
        {flag('canDeleteAsset', 'Assets may be removed from analyses')}
      </FormGrid>
      <FormFoot
        label="Save edition"
        busy={save.isPending}
        dirty={isDirty}
        saved={save.isSuccess}
        error={Object.keys(errors).length > 0 ? null : save.error}
        fallback="The edition could not be saved."
      />
      {guard.dialog}
    </form>
  );
}
