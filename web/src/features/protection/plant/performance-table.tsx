import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { PerformanceWindow } from '@twinward/contracts/protections/alarm-performance';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { formatDateTime } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { PageLinks } from '../../../ui/list/page-links.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { type PerformanceChoice, performancePageSize, useNewestExcursion } from '../api/get-performance.ts';

const windows: readonly { value: PerformanceWindow; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];

/** The window and part in the URL: `window=month&until=…&page=2&silent=true`. */
export function usePerformanceChoice(): [PerformanceChoice, (change: Partial<PerformanceChoice>) => void] {
  const [search, setSearch] = useSearchParams();
  const window = windows.find(({ value }) => value === search.get('window'))?.value ?? 'week';
  const until = search.get('until');
  const page = Number(search.get('page'));
  const choice = {
    window,
    until: until === null || Number.isNaN(Date.parse(until)) ? null : new Date(until).toISOString(),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    silent: search.get('silent') === 'true',
  };
  const change = (changes: Partial<PerformanceChoice>) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ page: 1, ...changes })) {
          if (value === null || value === false || (name === 'page' && value === 1)) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace: changes.page === undefined },
    );
  return [choice, change];
}

const oneMinute = 60_000;

/** Alarm performance over a window: the choice of the window, the table, and its empty states. */
export function PerformanceTable<Row extends { protectionId: number }>({
  label,
  noun,
  hint,
  query,
  choice,
  onChoice,
  columns,
  rowKey,
  rowTo,
  parts = null,
}: {
  label: string;
  noun: string;
  /** A description above the table. */
  hint: string;
  query: UseQueryResult<{ records: Row[]; total: number }>;
  choice: PerformanceChoice;
  onChoice: (change: Partial<PerformanceChoice>) => void;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rowTo: (id: number) => string;
  /** Chooses a part of the rows. */
  parts?: ReactNode;
}): ReactNode {
  const timeZone = useTimeZone();
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2, pb: 2 }}>
        <SegmentedControl
          label="Window"
          value={choice.window}
          segments={windows}
          onChange={(window) => onChoice({ window })}
        />
        {parts}
        <Muted>{hint}</Muted>
        {choice.until === null ? null : (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
            <Typography variant="body2">Up to {formatDateTime(choice.until, timeZone)}</Typography>
            <Button onClick={() => onChoice({ until: null })}>Up to now</Button>
          </Stack>
        )}
      </Stack>
      <Loaded query={query} fallback="The excursions could not be counted.">
        {({ records, total }) =>
          records.length === 0 ? (
            <Nothing choice={choice} onChoice={onChoice} />
          ) : (
            <>
              <DataTable
                label={label}
                columns={columns}
                rows={records}
                rowKey={rowKey}
                rowTo={({ protectionId }) => rowTo(protectionId)}
                outdated={query.isPlaceholderData}
                sticky
              />
              <PageLinks
                page={choice.page}
                pageSize={performancePageSize}
                total={total}
                noun={noun}
                onChange={(page) => onChoice({ page })}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Nothing({
  choice,
  onChoice,
}: {
  choice: PerformanceChoice;
  onChoice: (change: Partial<PerformanceChoice>) => void;
}): ReactNode {
  const { data: newest } = useNewestExcursion();
  const timeZone = useTimeZone();
  const until = newest ? new Date(Date.parse(newest) + oneMinute).toISOString() : null;
  return (
    <EmptyState
      title="No excursions in this period."
      {...(newest && choice.until === null
        ? {
            hint: `The newest excursion began ${formatDateTime(newest, timeZone)}.`,
            action: <Button onClick={() => onChoice({ until })}>Show period of newest excursion</Button>,
          }
        : {})}
    />
  );
}
