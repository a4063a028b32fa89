import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MarkedRange } from '@twinward/contracts/protections/known-history';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import type { Range, RangeAction } from '../../../ui/chart/range.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { DateTimeInput } from '../../../ui/form/date-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { useKnownHistory, useMarks } from '../api/score.ts';

const columnsFor = (modes: readonly FailureMode[]): readonly Column<MarkedRange>[] => [
  { id: 'start', header: 'Start', cell: ({ start }) => <Time value={start} />, width: '220px' },
  { id: 'end', header: 'End', cell: ({ end }) => <Time value={end} />, width: '220px' },
  {
    id: 'failed',
    header: 'Failure',
    cell: ({ failedAt }) => (failedAt === null ? '–' : <Time value={failedAt} />),
    width: '220px',
    wide: true,
  },
  {
    id: 'mode',
    header: 'Failure mode',
    cell: ({ failureModeId }) => modes.find(({ id }) => id === failureModeId)?.name ?? '–',
    wide: true,
  },
  { id: 'note', header: 'Note', cell: ({ note }) => note, wide: true },
];

/** The marked ranges, and a form to mark another one by times or by the visible range. */
export function MarkedRanges({
  twinId,
  range,
  mayWrite,
  onRange,
}: {
  twinId: number;
  range: Range;
  mayWrite: boolean;
  onRange: (action: RangeAction) => void;
}): ReactNode {
  const ranges = useKnownHistory(twinId).data?.ranges ?? [];
  const modes = useFailureModes(twinId).data?.records ?? [];
  const { mark, unmark } = useMarks(twinId);
  const [start, setStart] = useState<string | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const [failedAt, setFailedAt] = useState<string | null>(null);
  const [modeId, setModeId] = useState('');
  const [note, setNote] = useState('');
  const refused = mark.error instanceof ApiError ? (mark.error.body.errors ?? []) : [];
  const [isTried, setIsTried] = useState(false);
  const findError = (path: string) => refused.find((problem) => problem.path === path)?.message;
  const missing = (value: string | null) => (isTried && value === null ? 'Required.' : undefined);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (start === null || end === null) return;
    mark.mutate(
      {
        start: Date.parse(start),
        end: Date.parse(end),
        failedAt: failedAt === null ? null : Date.parse(failedAt),
        failureModeId: modeId === '' ? null : Number(modeId),
        note,
      },
      {
        onSuccess: () => {
          setIsTried(false);
          setStart(null);
          setEnd(null);
          setFailedAt(null);
          setModeId('');
          setNote('');
        },
      },
    );
  };
  const fillShownRange = (): void => {
    setStart(new Date(Math.round(range.from)).toISOString());
    setEnd(new Date(Math.round(range.to)).toISOString());
  };
  const error = unmark.error ?? (mark.error && refused.length === 0 ? mark.error : null);
  return (
    <Box>
      <Typography component="h3" sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
        Marked ranges
      </Typography>
      <Muted sx={{ pb: 1 }}>
        Marked ranges apply to all protections of the twin. Mark from the first sign of a problem until it was
        obvious. Enter the time of the failure if you know it: notice is measured up to that time. Completed
        corrective work counts without a mark.
      </Muted>
      {ranges.length === 0 ? null : (
        <DataTable
          label="Marked ranges"
          columns={columnsFor(modes)}
          rows={ranges}
          rowKey={({ id }) => id}
          onOpen={(one) => {
            const [from, to] = [Date.parse(one.start), Date.parse(one.end)];
            onRange({ type: 'select', from: from - (to - from), to: to + (to - from) });
          }}
          {...(mayWrite
            ? {
                actions: {
                  label: (one: MarkedRange) => `Actions for the range ${one.note || one.start}`,
                  of: (one: MarkedRange) => [{ label: 'Remove mark', onChoose: () => unmark.mutate(one) }],
                },
              }
            : {})}
        />
      )}
      {mayWrite ? (
        <Stack
          component="form"
          noValidate
          aria-label="Mark a range"
          direction="row"
          onSubmit={add}
          sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 2, pt: 3, alignItems: 'flex-start' }}
        >
          <Box sx={{ width: 260 }}>
            <DateTimeInput
              label="From"
              value={start}
              onChange={setStart}
              error={missing(start) ?? findError('start')}
            />
          </Box>
          <Box sx={{ width: 260 }}>
            <DateTimeInput
              label="To"
              value={end}
              onChange={setEnd}
              error={missing(end) ?? findError('end')}
            />
          </Box>
          <Box sx={{ width: 260 }}>
            <DateTimeInput
              label="Failure"
              hint="Leave empty if unknown"
              value={failedAt}
              onChange={setFailedAt}
              error={findError('failedAt')}
            />
          </Box>
          {modes.length === 0 ? null : (
            <Box sx={{ width: 260 }}>
              <SelectField
                label="Failure mode"
                value={modeId}
                onChange={(event) => setModeId(event.target.value)}
                choices={[
                  { value: '', label: 'Unknown' },
                  ...modes.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            </Box>
          )}
          <Box sx={{ width: 260 }}>
            <Field
              label="Note"
              value={note}
              onChange={(event) => setNote(event.target.value)}
              error={findError('note')}
            />
          </Box>
          <Stack direction="row" spacing={2} sx={{ pt: { sm: '22px' } }}>
            <Button onClick={fillShownRange}>Use visible range</Button>
            <Button type="submit" variant="outlined" loading={mark.isPending}>
              Mark range
            </Button>
          </Stack>
        </Stack>
      ) : null}
      <ErrorState error={error} fallback="The range could not be marked." />
    </Box>
  );
}
