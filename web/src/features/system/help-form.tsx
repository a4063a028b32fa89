import type { HelpSettings } from '@twinward/contracts/system/setting';
import { helpSettingsRules as rules } from '@twinward/domain/rules/help-rules';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useSaveHelpSettings } from '../../shared/api/queries/use-help.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { checked } from '../../ui/form/checked.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { FormGrid } from './form-grid.tsx';

/** Links of the help menu. */
export function HelpForm({ settings }: { settings: HelpSettings }): ReactNode {
  const save = useSaveHelpSettings();
  const form = useForm<HelpSettings>({ mode: 'onTouched', defaultValues: settings });
  const { errors, isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => form.reset(saved),
      onError: (error) => showFieldErrors(error, ['documentation', 'support'], form.setError),
    }),
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        <Field
          label="Documentation"
          hint="Address that the help menu opens. /docs is the documentation included in Twinward."
          error={errors.documentation?.message}
          {...form.register('documentation', checked(rules.documentation))}
        />
        <Field
          label="Support"
          hint="E-mail or web address shown on the support page."
          error={errors.support?.message}
          {...form.register('support', checked(rules.support))}
        />
      </FormGrid>
      <FormFoot
        label="Save help settings"
        busy={save.isPending}
        dirty={isDirty}
        saved={save.isSuccess}
        error={Object.keys(errors).length > 0 ? null : save.error}
        fallback="The help settings could not be saved."
      />
      {guard.dialog}
    </form>
  );
}
