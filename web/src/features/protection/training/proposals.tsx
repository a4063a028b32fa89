import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { ProposedRange, RangeProposals } from '@twinward/contracts/protections/pattern-search';
import { type ReactNode, useState } from 'react';
import type { Range } from '../../../ui/chart/range.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatDateTime, formatDuration } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { PageLinks } from '../../../ui/list/page-links.tsx';
import { usePage } from '../../../ui/list/paged.tsx';
import { useProposals } from '../api/pattern-search.ts';
import { type DraftRange, overlaps } from './draft.ts';

const pageSize = 8;

/** A range to assign to a pattern. */
export type AcceptedRange = Range & { patternId: number };

/**
 * Proposes the ranges before completed corrective work and marked failures, and the quietest ranges as normal. A click
 * adds a range.
 */
export function Proposals({
  setId,
  patterns,
  patternId,
  ranges,
  readOnly,
  onAccept,
  onShow,
}: {
  setId: number;
  patterns: readonly PatternOfSet[];
  /** Initial pattern of events. */
  patternId: number;
  /** Existing ranges. Proposals that overlap them are omitted. */
  ranges: readonly DraftRange[];
  readOnly: boolean;
  onAccept(accepted: readonly AcceptedRange[]): void;
  onShow(range: Range): void;
}): ReactNode {
  const [length, setLength] = useState<string | null>(null);
  const proposals = useProposals(setId, length);
  return (
    <Loaded query={proposals} rows={4} fallback="The proposals could not be loaded.">
      {(found) => (
        <>
          <Box sx={{ maxWidth: 280, pb: 2 }}>
            <DurationInput
              label="Time before a failure"
              hint={lengthHint(found)}
              units={['minutes', 'hours', 'days', 'weeks']}
              defaultUnit="hours"
              value={length}
              onChange={setLength}
            />
          </Box>
          <ProposalTable
            found={found.ranges.filter((one) => !ranges.some((range) => overlaps(range, toRange(one))))}
            patterns={patterns}
            patternId={patternId}
            readOnly={readOnly}
            onAccept={onAccept}
            onShow={onShow}
          />
        </>
      )}
    </Loaded>
  );
}

const lengthHints: Record<RangeProposals['lengthSource'], string> = {
  given: 'Leave empty for the default.',
  'failure-mode': 'The longest P-F interval of the failure modes.',
  assumed: 'Assumed: no failure mode has a P-F interval.',
};
const lengthHint = ({ length, lengthSource }: RangeProposals): string =>
  lengthSource === 'given' ? lengthHints.given : `${formatDuration(length)}. ${lengthHints[lengthSource]}`;

const toRange = ({ start, end }: { start: string; end: string }): Range => ({
  from: Date.parse(start),
  to: Date.parse(end),
});

function ProposalTable({
  found,
  patterns,
  patternId,
  readOnly,
  onAccept,
  onShow,
}: {
  found: readonly ProposedRange[];
  patterns: readonly PatternOfSet[];
  patternId: number;
  readOnly: boolean;
  onAccept(accepted: readonly AcceptedRange[]): void;
  onShow(range: Range): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const normal = patterns.find((one) => one.default)!;
  const named = patterns.filter((one) => !one.default);
  const [chosen, setChosen] = useState(patternId);
  const forEvents = named.find(({ id }) => id === chosen) ?? named[0] ?? null;
  const [wanted, setPage] = usePage();
  const page = Math.min(wanted, Math.max(1, Math.ceil(found.length / pageSize)));
  const patternFor = ({ kind }: ProposedRange) => (kind === 'normal' ? normal : forEvents);
  const accept = (proposals: readonly ProposedRange[]): void =>
    onAccept(
      proposals.flatMap((one) => {
        const pattern = patternFor(one);
        return pattern === null ? [] : [{ ...toRange(one), patternId: pattern.id }];
      }),
    );
  if (found.length === 0) {
    return (
      <EmptyState
        title="No proposals."
        hint="Proposals come from completed corrective work and marked failures of the twin, and from quiet periods of its inputs without a range."
      />
    );
  }
  const quiet = found.filter(({ kind }) => kind === 'normal');
  const columns: readonly Column<ProposedRange>[] = [
    {
      id: 'what',
      header: 'Proposal',
      cell: ({ event }) => (event === null ? 'Quiet period' : `Before ${event.name}`),
      wraps: true,
    },
    { id: 'start', header: 'Start', cell: ({ start }) => <Time value={start} />, width: '180px', wide: true },
    { id: 'end', header: 'End', cell: ({ end }) => <Time value={end} />, width: '180px', wide: true },
    ...(readOnly
      ? []
      : [
          {
            id: 'take',
            header: 'Assign to',
            width: '190px',
            cell: (one: ProposedRange) => {
              const pattern = patternFor(one);
              return pattern === null ? (
                'Add a pattern first'
              ) : (
                <Button
                  aria-label={`Assign ${one.event?.name ?? 'the quiet period'}, ${formatDateTime(one.start, timeZone)}, to ${pattern.name}`}
                  onClick={(event) => {
                    event.stopPropagation();
                    accept([one]);
                  }}
                  sx={{ maxWidth: 1, '& span': { overflow: 'hidden', textOverflow: 'ellipsis' } }}
                >
                  <span>{pattern.name}</span>
                </Button>
              );
            },
          },
        ]),
  ];
  return (
    <Box>
      {readOnly ? null : (
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 2, pb: 1, alignItems: 'flex-end' }}
        >
          {named.length > 1 && forEvents !== null ? (
            <Box sx={{ width: 220 }}>
              <SelectField
                label="Assign events to"
                value={String(forEvents.id)}
                onChange={(event) => setChosen(Number(event.target.value))}
                choices={named.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </Box>
          ) : null}
          {quiet.length > 1 ? (
            <Button onClick={() => accept(quiet)}>
              Assign all {quiet.length} quiet periods to {normal.name}
            </Button>
          ) : null}
        </Stack>
      )}
      <DataTable
        label="Proposals"
        columns={columns}
        rows={found.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ kind, start, end }) => `${kind} ${start} ${end}`}
        onOpen={(one) => onShow(toRange(one))}
      />
      {found.length > pageSize ? (
        <PageLinks
          page={page}
          pageSize={pageSize}
          total={found.length}
          noun="proposals"
          onChange={(next) => setPage(next)}
        />
      ) : null}
    </Box>
  );
}
