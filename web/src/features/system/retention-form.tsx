import { type SignInRules, signInRules } from '@twinward/contracts/access/session-setting';
import { type RetentionSettings, retentionSettings } from '@twinward/contracts/system/general';
import type { ReactNode } from 'react';
import { useSaveRetention, useSaveSignInRules } from './api/retention.ts';
import { NumbersForm } from './numbers-form.tsx';

/** Retention periods of mails and notifications. */
export const RetentionForm = ({ settings }: { settings: RetentionSettings }): ReactNode => (
  <NumbersForm
    settings={settings}
    shape={retentionSettings.shape}
    fields={[
      {
        name: 'mailDays',
        label: 'Keep sent mails for',
        unit: 'days',
        hint: 'Waiting and failed mails are kept.',
      },
      {
        name: 'notificationDays',
        label: 'Keep read notifications for',
        unit: 'days',
        hint: 'Unread notifications are kept. The audit trail is never deleted.',
      },
    ]}
    save={useSaveRetention()}
    label="Save retention"
    fallback="The retention could not be saved."
  />
);

/** Rules for new passwords. */
export const SignInRulesForm = ({ settings }: { settings: SignInRules }): ReactNode => (
  <NumbersForm
    settings={settings}
    shape={signInRules.shape}
    fields={[
      {
        name: 'minimumPasswordLength',
        label: 'Minimum password length',
        unit: 'characters',
        hint: '8 to 64. Applies to new passwords.',
      },
    ]}
    save={useSaveSignInRules()}
    label="Save sign-in rules"
    fallback="The sign-in rules could not be saved."
  />
);
