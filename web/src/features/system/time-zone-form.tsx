import type { TimeZoneSetting } from '@twinward/contracts/system/setting';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useSavePlantTimeZone } from '../../shared/api/queries/use-plant-time-zone.ts';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { TimeZoneField } from '../../ui/form/time-zone-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { FormGrid } from './form-grid.tsx';

/** The time zone of the plant. */
export function TimeZoneForm({ setting }: { setting: TimeZoneSetting }): ReactNode {
  const save = useSavePlantTimeZone();
  const form = useForm<TimeZoneSetting>({ defaultValues: setting });
  const { isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit((values) =>
    save.mutate(values, { onSuccess: (saved) => form.reset(saved) }),
  );
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        <Controller
          name="timeZone"
          control={form.control}
          render={({ field }) => (
            <TimeZoneField
              value={field.value}
              onChange={field.onChange}
              hint="Used for intervals of months and years. Users see times in their own time zone."
            />
          )}
        />
      </FormGrid>
      <FormFoot
        label="Save time zone"
        busy={save.isPending}
        dirty={isDirty}
        saved={save.isSuccess}
        error={save.error}
        fallback="The time zone could not be saved."
      />
      {guard.dialog}
    </form>
  );
}
