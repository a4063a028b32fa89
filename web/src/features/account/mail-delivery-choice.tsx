import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { MailDelivery } from '@twinward/contracts/advisories/mail-delivery';
import { mailPeriods, urgentLevel } from '@twinward/contracts/advisories/mail-periods';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { hourChoices } from '../../ui/form/hour-choices.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { levelBuckets } from '../../ui/format/scales.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Section } from '../../ui/page/section.tsx';
import { useMailDelivery, useSetMailDelivery } from './api/mail-delivery.ts';

const periods = mailPeriods.map(({ value, caption }) => ({ value, label: caption }));
const levelSteps = levelBuckets.map(({ from }) => from).filter((level) => level > 0);
const night = { from: 22, to: 6 };

/** The delivery times of notification mails. Saved at once. */
export function MailDeliveryChoice(): ReactNode {
  const delivery = useMailDelivery();
  const set = useSetMailDelivery();
  return (
    <Section title="Notification mails">
      <ErrorState error={set.error} fallback="The choice could not be saved." />
      <Loaded query={delivery} rows={3} fallback="The mail settings could not be loaded.">
        {(loaded) => <Choices delivery={loaded} onChange={(changed) => set.mutate(changed)} />}
      </Loaded>
    </Section>
  );
}

function Choices({
  delivery,
  onChange,
}: {
  delivery: MailDelivery;
  onChange: (delivery: MailDelivery) => void;
}): ReactNode {
  const { period, minimumLevel, quietHours, urgentAtOnce } = delivery;
  const change = (part: Partial<MailDelivery>) => onChange({ ...delivery, ...part });
  return (
    <Stack sx={{ maxWidth: 400, gap: 3, pt: 2 }}>
      <SelectField
        label="Send mails"
        choices={periods}
        value={period}
        hint="Hourly and daily mails collect new notifications, grouped by twin."
        onChange={({ target }) => change({ period: target.value as MailDelivery['period'] })}
      />
      <SelectField
        label="Mail excursions"
        choices={levelChoices(minimumLevel)}
        value={String(minimumLevel ?? '')}
        hint="In Twinward you get notifications of all levels."
        onChange={({ target }) => change({ minimumLevel: target.value === '' ? null : Number(target.value) })}
      />
      <SwitchField
        label="No mails in quiet hours"
        checked={quietHours !== null}
        onChange={(on) => change({ quietHours: on ? night : null })}
      />
      {quietHours === null ? null : (
        <QuietHoursFields quietHours={quietHours} onChange={(hours) => change({ quietHours: hours })} />
      )}
      <SwitchField
        label={`Mail excursions of level ${urgentLevel} or higher at once, even in quiet hours`}
        checked={urgentAtOnce}
        onChange={(on) => change({ urgentAtOnce: on })}
      />
    </Stack>
  );
}

/** The level choices, including a level between the steps that was set by the API. */
function levelChoices(chosen: number | null): { value: string; label: string }[] {
  const levels = new Set([...levelSteps, ...(chosen === null ? [] : [chosen])]);
  return [
    { value: '', label: 'All levels' },
    ...[...levels]
      .sort((one, other) => one - other)
      .map((level) => ({ value: String(level), label: `Level ${level} or higher` })),
  ];
}

function QuietHoursFields({
  quietHours,
  onChange,
}: {
  quietHours: NonNullable<MailDelivery['quietHours']>;
  onChange: (quietHours: NonNullable<MailDelivery['quietHours']>) => void;
}): ReactNode {
  const timeZone = useTimeZone();
  const field = (end: 'from' | 'to', label: string) => {
    const other = quietHours[end === 'from' ? 'to' : 'from'];
    return (
      <SelectField
        label={label}
        choices={hourChoices.filter(({ value }) => value !== String(other))}
        value={String(quietHours[end])}
        {...(end === 'to' ? { hint: `Time zone: ${timeZone}` } : {})}
        onChange={({ target }) => onChange({ ...quietHours, [end]: Number(target.value) })}
      />
    );
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
      {field('from', 'Quiet from')}
      {field('to', 'Quiet until')}
    </Box>
  );
}
