import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { SimilarStretch } from '@twinward/contracts/protections/pattern-search';
import type { ReactNode } from 'react';
import { isUnfinished } from '../../../shared/api/queries/use-command.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { formatDateTime, formatNumber } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { useSimilar } from '../api/pattern-search.ts';
import { type DraftRange, overlaps } from './draft.ts';
import type { AcceptedRange } from './proposals.tsx';

/** The most similar ranges in the history, best first. A click adds one to the same pattern. */
export function SimilarRanges({
  setId,
  commandId,
  example,
  patternName,
  ranges,
  onAccept,
  onShow,
  onClose,
}: {
  setId: number;
  commandId: string;
  /** The example range. */
  example: DraftRange;
  patternName: string;
  ranges: readonly DraftRange[];
  onAccept(accepted: readonly AcceptedRange[]): void;
  onShow(range: Range): void;
  onClose(): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const search = useSimilar(setId, commandId);
  const found = search.data;
  const free = (found?.stretches ?? []).filter(
    (one) => !ranges.some((range) => overlaps(range, toRange(one))),
  );
  const accept = (stretches: readonly SimilarStretch[]): void =>
    onAccept(stretches.map((one) => ({ ...toRange(one), patternId: example.patternId })));
  const columns: readonly Column<SimilarStretch>[] = [
    { id: 'start', header: 'Start', cell: ({ start }) => <Time value={start} /> },
    { id: 'end', header: 'End', cell: ({ end }) => <Time value={end} />, width: '190px', wide: true },
    {
      id: 'distance',
      header: 'Distance',
      cell: ({ distance }) => formatNumber(distance),
      numeric: true,
      width: '100px',
    },
    {
      id: 'take',
      header: 'Assign to',
      width: '160px',
      cell: (one) => (
        <Button
          aria-label={`Assign ${formatDateTime(one.start, timeZone)} to ${patternName}`}
          onClick={(event) => {
            event.stopPropagation();
            accept([one]);
          }}
        >
          {patternName}
        </Button>
      ),
    },
  ];
  return (
    <Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <Muted>
          Similar to {patternName}, {formatDateTime(example.from, timeZone)} to{' '}
          {formatDateTime(example.to, timeZone)}. Distance is in standard deviations of the inputs; 0 means
          identical.
        </Muted>
        <Box sx={{ ml: 'auto' }}>
          {free.length > 1 ? (
            <Button onClick={() => accept(free)}>
              Assign all {free.length} to {patternName}
            </Button>
          ) : null}
          <Button onClick={onClose}>Close</Button>
        </Box>
      </Stack>
      <ErrorState error={search.error} fallback="The search results could not be loaded." />
      {found === undefined || isUnfinished(found.status) ? (
        <ProgressLine label="Searching the history" percent={found?.percent ?? null} />
      ) : found.status !== 'done' ? (
        <ErrorState error={{ message: found.error ?? '' }} fallback="The search ended without a result." />
      ) : free.length === 0 ? (
        <EmptyState title="No similar ranges found." hint="Ranges that overlap yours are not shown." />
      ) : (
        <DataTable
          label="Similar ranges"
          columns={columns}
          rows={free}
          rowKey={({ start }) => start}
          onOpen={(one) => onShow(toRange(one))}
        />
      )}
    </Box>
  );
}

const toRange = ({ start, end }: SimilarStretch): Range => ({ from: Date.parse(start), to: Date.parse(end) });
