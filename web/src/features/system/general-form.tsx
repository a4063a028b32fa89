import { type GeneralSettings, generalSettings } from '@twinward/contracts/system/general';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useSaveGeneral } from '../../shared/api/queries/use-general.ts';
import { Field } from '../../ui/form/field.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SettingsForm } from './settings-form.tsx';

const { name, currencySymbol, banner } = generalSettings.shape;
const rules = {
  name: [schemaRule(name)],
  currencySymbol: [schemaRule(currencySymbol)],
  'banner.text': [schemaRule(banner.shape.text)],
};

const severities: { value: GeneralSettings['banner']['severity']; label: string }[] = [
  { value: 'info', label: 'Information' },
  { value: 'warning', label: 'Warning' },
];

/** Edits the name of the tenant, its currency and its banner. */
export function GeneralForm({ settings }: { settings: GeneralSettings }): ReactNode {
  return (
    <SettingsForm
      settings={settings}
      names={['name', 'currencySymbol', 'banner.text']}
      save={useSaveGeneral()}
      label="Save general settings"
      fallback="The general settings could not be saved."
    >
      {(form) => {
        const text = registerText(form, rules);
        return (
          <>
            <Field label="Name" hint="Plant or company name, shown beside the logo." {...text('name')} />
            <Field
              label="Currency symbol"
              hint="Shown before amounts. Amounts are not converted."
              {...text('currencySymbol')}
            />
            <Field
              label="Banner"
              hint="Shown above every page, for example before maintenance. Leave empty for no banner."
              multiline
              maxRows={4}
              {...text('banner.text')}
            />
            <SelectField label="Banner type" choices={severities} {...form.register('banner.severity')} />
          </>
        );
      }}
    </SettingsForm>
  );
}
