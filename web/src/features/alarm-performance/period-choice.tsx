import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import type { Period } from './api.ts';

const ranges = [
  { value: 'day', label: '24 hours', days: 1 },
  { value: 'week', label: '7 days', days: 7 },
  { value: 'month', label: '30 days', days: 30 },
  { value: 'quarter', label: '90 days', days: 90 },
  { value: 'year', label: '1 year', days: 365 },
  { value: 'five-years', label: '5 years', days: 1825 },
] as const;

/** The period in the URL: `range=week&until=2014-02-20T00:00:00Z`. The default is the last 30 days. */
export function usePeriod(): [Period, (change: { range?: string; until?: null }) => void] {
  const [search, setSearch] = useSearchParams();
  const chosen = ranges.find(({ value }) => value === search.get('range')) ?? ranges[2];
  const until = search.get('until');
  const isTime = until !== null && !Number.isNaN(Date.parse(until));
  const change = ({ range, until: end }: { range?: string; until?: null }) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (range !== undefined) next.set('range', range);
        if (end === null) next.delete('until');
        return next;
      },
      { replace: true },
    );
  return [{ days: chosen.days, until: isTime ? new Date(until).toISOString() : null }, change];
}

/** Chooses the period. Not printed. */
export function PeriodChoice({
  period,
  onChange,
}: {
  period: Period;
  onChange: (change: { range?: string; until?: null }) => void;
}): ReactNode {
  const timeZone = useTimeZone();
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Period"
      data-screen-only
      sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2, pb: 4 }}
    >
      <SegmentedControl
        label="Length of the period"
        value={ranges.find(({ days }) => days === period.days)?.value ?? null}
        segments={ranges}
        onChange={(range) => onChange({ range })}
        sx={{ flexWrap: 'wrap' }}
      />
      {period.until === null ? null : (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
          <Typography variant="body2">Up to {formatDateTime(period.until, timeZone)}</Typography>
          <Button onClick={() => onChange({ until: null })}>Up to now</Button>
        </Stack>
      )}
    </Stack>
  );
}
