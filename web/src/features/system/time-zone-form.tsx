import type { TimeZoneSetting } from '@twinward/contracts/system/setting';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useSavePlantTimeZone } from '../../shared/api/queries/use-plant-time-zone.ts';
import { TimeZoneField } from '../../ui/form/time-zone-field.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The time zone of the plant. */
export function TimeZoneForm({ setting }: { setting: TimeZoneSetting }): ReactNode {
  return (
    <SettingsForm
      settings={setting}
      names={[]}
      save={useSavePlantTimeZone()}
      label="Save time zone"
      fallback="The time zone could not be saved."
    >
      {(form) => (
        <>
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
        </>
      )}
    </SettingsForm>
  );
}
