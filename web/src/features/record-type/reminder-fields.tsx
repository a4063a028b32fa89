import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import { type FieldByKind, maximumReminders, type Reminder } from '@twinward/contracts/records/field';
import type { ReactNode } from 'react';
import { PeopleField } from '../../shared/pickers/people-field.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { placed } from './field-draft.ts';
import type { KindFieldsProps } from './kind-field-parts.tsx';

const firstReminder: Reminder = { daysBefore: 7, userIds: [], groups: [], userFields: [] };

const toRecipients = ({ userIds, groups }: Reminder): Recipient[] => [
  ...userIds.map((id) => ({ type: 'user' as const, id })),
  ...groups.map((id) => ({ type: 'group' as const, id })),
];

/** Edits the reminders of a date: times and recipients. */
export function ReminderFields({
  ofType,
  field,
  problems,
  change,
}: KindFieldsProps<FieldByKind<'date'> | FieldByKind<'date-time'>>): ReactNode {
  const { reminders } = field;
  const set = (next: Reminder[]): void => change({ reminders: next });
  return (
    <Stack role="group" aria-label="Reminders" sx={{ gap: 3, alignItems: 'flex-start' }}>
      {reminders.map((reminder, place) => (
        <ReminderPart
          // biome-ignore lint/suspicious/noArrayIndexKey: reminders have no identity
          key={place}
          number={place + 1}
          reminder={reminder}
          userFields={ofType.fields.filter(({ kind, deprecated }) => kind === 'user' && !deprecated)}
          onChange={(next) => set(placed(reminders, place, next))}
          onRemove={() => set(reminders.filter((one) => one !== reminder))}
        />
      ))}
      {problems.reminders === undefined ? null : (
        <Typography variant="body2" role="alert" color="error">
          {problems.reminders}
        </Typography>
      )}
      {reminders.length >= maximumReminders ? null : (
        <AddButton onClick={() => set([...reminders, firstReminder])}>Add reminder</AddButton>
      )}
    </Stack>
  );
}

function ReminderPart({
  number,
  reminder,
  userFields,
  onChange,
  onRemove,
}: {
  /** Counts from 1. */
  number: number;
  reminder: Reminder;
  /** The user fields of the type. */
  userFields: readonly { name: string; caption: string }[];
  onChange: (reminder: Reminder) => void;
  onRemove: () => void;
}): ReactNode {
  return (
    <Box
      role="group"
      aria-label={`Reminder ${number}`}
      sx={{ display: 'grid', rowGap: 3, width: 1, pl: 4, borderLeft: 2, borderColor: 'divider' }}
    >
      <NumberField
        label="Days before"
        hint="0 = on the day. Sent as a notification, and by mail if the user has chosen mail."
        value={reminder.daysBefore}
        onChange={(daysBefore) => onChange({ ...reminder, daysBefore: daysBefore as number })}
      />
      <PeopleField
        label="Users and groups"
        value={toRecipients(reminder)}
        onChange={(people) =>
          onChange({
            ...reminder,
            userIds: people.flatMap((one) => (one.type === 'user' ? [one.id] : [])),
            groups: people.flatMap((one) => (one.type === 'group' ? [one.id] : [])),
          })
        }
      />
      {userFields.length === 0 ? null : (
        <CheckList
          label="Users in fields of the record"
          choices={userFields.map(({ name, caption }) => ({ value: name, label: caption }))}
          value={reminder.userFields}
          onChange={(names) => onChange({ ...reminder, userFields: names })}
        />
      )}
      <Button onClick={onRemove} sx={{ justifySelf: 'start' }}>
        Remove reminder
      </Button>
    </Box>
  );
}
