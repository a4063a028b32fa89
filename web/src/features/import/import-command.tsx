import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Command } from '@twinward/contracts/core/command';
import type { ImportResult } from '@twinward/contracts/signals/import';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { explorePath } from '../../shared/address/paths.ts';
import { isUnfinished, useCancelCommand, useCommand } from '../../shared/api/queries/use-command.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { RepeatedHours } from './repeated-hours.tsx';
import { clearUpload } from './upload-state.ts';

/** The progress and result of an import. It continues when the dialog is closed. */
export function ImportCommand({
  commandId,
  isOwn,
  onNew,
  onClose,
}: {
  commandId: string;
  /** Whether it was started in this dialog. Its chart then opens when all rows are imported. */
  isOwn: boolean;
  onNew(): void;
  onClose(): void;
}): ReactNode {
  const command = useCommand(commandId);
  const cancel = useCancelCommand(commandId);
  const isRunning = command.data !== undefined && isUnfinished(command.data.status);
  const isFinished = command.data !== undefined && !isRunning;
  const navigate = useNavigate();
  const chart = buildChartLink(command.data);
  const opens = isOwn && chart !== null && hasNoFinding(command.data);
  useEffect(() => {
    if (opens) void navigate(chart);
  }, [opens, chart, navigate]);
  // Reset the state for the next dialog, no matter how this one is closed.
  const isOver = useRef(false);
  isOver.current = isOwn && isFinished;
  useEffect(
    () => () => {
      if (isOver.current) clearUpload();
    },
    [],
  );
  return (
    <>
      <DialogContent dividers>
        <Loaded query={command} fallback="The import could not be found.">
          {(data) => <Course command={data} />}
        </Loaded>
        <ErrorState error={cancel.error} fallback="The import could not be canceled." />
      </DialogContent>
      <DialogActions>
        {isRunning ? (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel import
          </Button>
        ) : (
          <Button onClick={onNew}>New import</Button>
        )}
        {chart === null ? null : (
          <Button component={Link} to={chart}>
            Open chart
          </Button>
        )}
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}

/** Link to the chart of the imported points; null if no twin has them. */
function buildChartLink(command: Command | undefined): string | null {
  const { twinId = null, tagIds = [] } = (command?.result ?? {}) as Partial<ImportResult>;
  const [tagId, ...others] = tagIds;
  if (command?.status !== 'done' || twinId === null || tagId === undefined) return null;
  return explorePath(twinId, tagId, others);
}

/** Whether an import has no findings to show besides its counts. */
function hasNoFinding(command: Command | undefined): boolean {
  const result = command?.result as ImportResult | null | undefined;
  return result?.refused === 0 && (result.repeatedHours ?? []).length === 0;
}

function Course({ command }: { command: Command }): ReactNode {
  const result = command.result as ImportResult | null;
  if (isUnfinished(command.status)) {
    return (
      <>
        <ProgressLine
          label={
            command.status === 'queued'
              ? `${command.targetName} is waiting to be imported.`
              : `Importing ${command.targetName}:`
          }
          percent={command.status === 'queued' ? null : command.percent}
        />
        <Muted>The import continues after you close this. See Recent imports.</Muted>
      </>
    );
  }
  return (
    <Stack spacing={4}>
      {command.status === 'done' ? (
        <Typography>{command.targetName} is imported.</Typography>
      ) : (
        <Alert severity={command.status === 'error' ? 'error' : 'info'} variant="outlined">
          {command.status === 'error'
            ? (command.error ?? 'The import failed.')
            : `The import of ${command.targetName} was canceled. Points that were already stored are kept.`}
        </Alert>
      )}
      {result === null ? null : <Counts result={result} />}
      {result === null ? null : <RepeatedHours hours={result.repeatedHours ?? []} />}
      {result !== null && result.refused > 0 ? (
        <RefusedRows commandId={command.commandId} count={result.refused} />
      ) : null}
    </Stack>
  );
}

const counts: readonly [
  Exclude<keyof ImportResult, 'repeatedHours' | 'tagIds' | 'twinId'>,
  string,
  string,
][] = [
  ['rows', 'Rows', 'read from the file'],
  ['stored', 'Stored', 'new points'],
  ['replaced', 'Updated', 'points whose value changed'],
  ['duplicate', 'Duplicate', 'points that were already stored'],
  ['early', 'Early', 'new points with a future time, held until then'],
  ['refused', 'Refused', 'rows that could not be read'],
];

const Counts = ({ result }: { result: ImportResult }): ReactNode => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      gridTemplateColumns: 'auto auto 1fr',
      columnGap: 4,
      rowGap: 1,
      m: 0,
      alignItems: 'baseline',
    }}
  >
    {counts.map(([name, label, meaning]) => (
      <Box key={name} sx={{ display: 'contents' }}>
        <dt>{label}</dt>
        <Box component="dd" sx={{ m: 0, textAlign: 'right', fontWeight: 600 }}>
          {formatCount(result[name])}
        </Box>
        <Box component="dd" sx={{ m: 0, color: 'text.secondary', fontSize: '0.8125rem' }}>
          {meaning}
        </Box>
      </Box>
    ))}
  </Box>
);
