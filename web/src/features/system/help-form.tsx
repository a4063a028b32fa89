import type { HelpSettings } from '@twinward/contracts/system/setting';
import { helpSettingsRules as rules } from '@twinward/domain/rules/help-rules';
import type { ReactNode } from 'react';
import { useSaveHelpSettings } from '../../shared/api/queries/use-help.ts';
import { Field } from '../../ui/form/field.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { SettingsForm } from './settings-form.tsx';

/** Links of the help menu. */
export function HelpForm({ settings }: { settings: HelpSettings }): ReactNode {
  return (
    <SettingsForm
      settings={settings}
      names={['documentation', 'support']}
      save={useSaveHelpSettings()}
      label="Save help settings"
      fallback="The help settings could not be saved."
    >
      {(form) => {
        const text = registerText(form, rules);
        return (
          <>
            <Field
              label="Documentation"
              hint="Address that the help menu opens. /docs is the documentation included in Twinward."
              {...text('documentation')}
            />
            <Field
              label="Support"
              hint="E-mail or web address shown on the support page."
              {...text('support')}
            />
          </>
        );
      }}
    </SettingsForm>
  );
}
