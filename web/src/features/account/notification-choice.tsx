import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { NotificationSettings, notificationKinds } from '@twinward/contracts/advisories/notification';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useNotificationSettings, useSetNotificationSettings } from './api/notification-settings.ts';

const kinds: typeof notificationKinds = [
  { context: 'protection', type: 'threshold', caption: 'A threshold that notifies me' },
  { context: 'twin', type: 'excursion', caption: 'An excursion of a twin I have subscribed to' },
  { context: 'advisory', type: 'review', caption: 'An advisory that waits for my review' },
  {
    context: 'advisory',
    type: 'state',
    caption: 'What becomes of an advisory that I made, or of a twin I have subscribed to',
  },
  {
    context: 'tag',
    type: 'early',
    caption: 'A tag that receives points ahead of the clock, as an administrator',
  },
  { context: 'advisory', type: 'comment', caption: 'A comment on an advisory that I made or review' },
  {
    context: 'evaluation',
    type: 'set-aside',
    caption: 'A protection or calculated tag that is set aside, as its evaluation needs too much work',
  },
  { context: 'pattern', type: 'trained', caption: 'The end of a training that I asked to be told of' },
  { context: 'record', type: 'reminder', caption: 'A date of a record that I am to be reminded of' },
  {
    context: 'connection',
    type: 'failed',
    caption: 'A connection that failed, as an administrator or connection manager',
  },
  {
    context: 'connection',
    type: 'quiet',
    caption:
      'A connection that delivers nothing although it should, as an administrator or connection manager',
  },
  {
    context: 'connection',
    type: 'certificate',
    caption: 'A certificate of a connection that ends soon, as an administrator or connection manager',
  },
  { context: 'system', type: 'disk-full', caption: 'A full disk of the database, as an administrator' },
];
const ways = [
  ['inApp', 'In Twinward'],
  ['email', 'By e-mail'],
] as const;
const aggregates = [
  ['dailyAggregate', 'A summary each day at 7 AM'],
  ['weeklyAggregate', 'A summary each Monday at 7 AM'],
] as const;

/** The user's notification settings; saved at once. */
export function NotificationChoice(): ReactNode {
  const settings = useNotificationSettings();
  const set = useSetNotificationSettings();
  return (
    <>
      {set.isError ? <ErrorState error={set.error} fallback="The choice could not be saved." /> : null}
      <Loaded query={settings} rows={4} fallback="The notification settings could not be loaded.">
        {(loaded) => <Choices settings={loaded} onChange={(changed) => set.mutate(changed)} />}
      </Loaded>
    </>
  );
}

function Choices({
  settings,
  onChange,
}: {
  settings: NotificationSettings;
  onChange: (settings: NotificationSettings) => void;
}): ReactNode {
  return (
    <Stack spacing={6}>
      <Section title="Tell me of">
        <Table aria-label="Tell me of" sx={{ maxWidth: 640, mx: '-12px', tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              <TableCell>What happens</TableCell>
              {ways.map(([way, label]) => (
                <TableCell key={way} sx={{ width: { xs: 88, sm: 120 } }}>
                  {label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {settings.notifications.map((preference) => {
              const { context, type } = preference;
              const kind = kinds.find((each) => each.context === context && each.type === type);
              const caption = kind?.caption ?? `${context} ${type}`;
              return (
                <TableRow key={`${context} ${type}`}>
                  <TableCell sx={{ whiteSpace: 'normal' }}>{caption}</TableCell>
                  {ways.map(([way, label]) => (
                    <TableCell key={way}>
                      <Checkbox
                        size="small"
                        sx={{ p: 1, ml: -1 }}
                        slotProps={{ input: { 'aria-label': `${caption}: ${label}` } }}
                        checked={preference[way]}
                        onChange={(_, on) =>
                          onChange({
                            ...settings,
                            notifications: settings.notifications.map((each) =>
                              each === preference ? { ...each, [way]: on } : each,
                            ),
                          })
                        }
                      />
                    </TableCell>
                  ))}
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </Section>
      <Section title="Summaries by e-mail">
        <Stack>
          {aggregates.map(([name, label]) => (
            <FormControlLabel
              key={name}
              label={label}
              control={
                <Checkbox
                  size="small"
                  sx={{ py: 1 }}
                  checked={settings[name]}
                  onChange={(_, on) => onChange({ ...settings, [name]: on })}
                />
              }
            />
          ))}
        </Stack>
      </Section>
    </Stack>
  );
}
