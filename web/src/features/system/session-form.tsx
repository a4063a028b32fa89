import { type SessionSettings, sessionSettings } from '@twinward/contracts/access/session-setting';
import type { ReactNode } from 'react';
import { useSaveSessionSettings } from './api/session-settings.ts';
import { NumbersForm } from './numbers-form.tsx';

/** Session lifetimes. */
export const SessionForm = ({ settings }: { settings: SessionSettings }): ReactNode => (
  <NumbersForm
    settings={settings}
    shape={sessionSettings.shape}
    fields={[
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
    ]}
    save={useSaveSessionSettings()}
    label="Save session settings"
    fallback="The session settings could not be saved."
  />
);
