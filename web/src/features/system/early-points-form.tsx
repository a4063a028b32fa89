import { type EarlyPointsSetting, earlyPointsSetting } from '@twinward/contracts/system/setting';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { checked } from '../../ui/form/checked.ts';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { useSaveEarlyPoints } from './api/use-early-points.ts';
import { FormGrid } from './form-grid.tsx';

const rules = schemaRules(earlyPointsSetting.shape, ['toleranceMinutes']);

/** How far ahead of the clock points are accepted. */
export function EarlyPointsForm({ setting }: { setting: EarlyPointsSetting }): ReactNode {
  const save = useSaveEarlyPoints();
  const form = useForm<EarlyPointsSetting>({ mode: 'onTouched', defaultValues: setting });
  const { isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, { onSuccess: (saved) => form.reset(saved) }),
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        <Controller
          name="toleranceMinutes"
          control={form.control}
          rules={checked(rules.toleranceMinutes)}
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              label="Accept points ahead of the clock by"
              unit="minutes"
              hint="Points further ahead are held until their time. Applies to new points."
              error={fieldState.error?.message}
            />
          )}
        />
      </FormGrid>
      <FormFoot
        label="Save tolerance"
        busy={save.isPending}
        dirty={isDirty}
        saved={save.isSuccess}
        error={save.error}
        fallback="The tolerance could not be saved."
      />
      {guard.dialog}
    </form>
  );
}
