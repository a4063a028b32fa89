import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { NotificationSettings } from '@twinward/contracts/advisories/notification';
import { notificationKinds } from '@twinward/contracts/advisories/notification-kinds';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useNotificationSettings, useSetNotificationSettings } from './api/notification-settings.ts';
import { MailDeliveryChoice } from './mail-delivery-choice.tsx';

const ways = [
  ['inApp', 'In Twinward'],
  ['email', 'By e-mail'],
] as const;
const aggregates = [
  ['dailyAggregate', 'A summary each day at 7 AM'],
  ['weeklyAggregate', 'A summary each Monday at 7 AM'],
] as const;

/** The user's notification settings. Saved at once. */
export function NotificationChoice(): ReactNode {
  const settings = useNotificationSettings();
  const set = useSetNotificationSettings();
  return (
    <>
      <ErrorState error={set.error} fallback="The choice could not be saved." />
      <Loaded query={settings} rows={4} fallback="The notification settings could not be loaded.">
        {(loaded) => <Choices settings={loaded} onChange={(changed) => set.mutate(changed)} />}
      </Loaded>
      <Box sx={{ pt: 6 }}>
        <MailDeliveryChoice />
      </Box>
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
      <Section title="Notify me about">
        <Table aria-label="Notify me about" sx={{ maxWidth: 640, mx: '-12px', tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              <TableCell>Event</TableCell>
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
              const kind = notificationKinds.find((each) => each.context === context && each.type === type);
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
