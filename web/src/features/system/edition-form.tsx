import type { EditionSettings } from '@twinward/contracts/system/edition';
import { editionRules as rules } from '@twinward/domain/rules/edition-rules';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useSaveEdition } from '../../shared/api/queries/use-edition.ts';
import { checked } from '../../ui/form/checked.ts';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { SettingsForm } from './settings-form.tsx';

const editions: { value: EditionSettings['edition']; label: string }[] = [
  { value: 'apm', label: 'The full product, with twins (apm)' },
  { value: 'ara', label: 'Risk analyses only (ara)' },
];

/** Edits the product edition of the database, and the limits of its analyses. */
export function EditionForm({ settings }: { settings: EditionSettings }): ReactNode {
  return (
    <SettingsForm
      settings={settings}
      names={['assetLimit', 'upgradeAddress']}
      save={useSaveEdition()}
      label="Save edition"
      fallback="The edition could not be saved."
    >
      {(form) => {
        const flag = (name: 'canAddAsset' | 'canDeleteAsset', label: string): ReactNode => (
          <Controller
            name={name}
            control={form.control}
            render={({ field }) => (
              <SwitchField label={label} checked={field.value} readOnly={false} onChange={field.onChange} />
            )}
          />
        );
        const text = registerText(form, { upgradeAddress: rules.upgradeAddress });
        return (
          <>
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
              {...text('upgradeAddress')}
            />
            {flag('canAddAsset', 'Assets may be added to analyses')}
            {flag('canDeleteAsset', 'Assets may be removed from analyses')}
          </>
        );
      }}
    </SettingsForm>
  );
}
