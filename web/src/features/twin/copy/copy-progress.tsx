import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CopyResult } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { twinPath } from '../../../shared/address/paths.ts';
import { useRenewWhen } from '../../../shared/api/mutation-effects.ts';
import { isUnfinished, useCancelCommand, useCommand } from '../../../shared/api/queries/use-command.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { showTwins } from '../api/write-twin.ts';

/** The progress of a copy command. */
interface CopyState {
  copied: number;
  refused: number;
  results: CopyResult[];
}

const columns: readonly Column<CopyResult>[] = [
  {
    id: 'asset',
    header: 'Asset',
    cell: ({ assetName, twinId }) =>
      twinId === null ? assetName : <TextLink to={twinPath(twinId)}>{assetName}</TextLink>,
  },
  {
    id: 'result',
    header: 'Result',
    width: '50%',
    cell: ({ twinId, message }) => (twinId === null ? message : `Copied. ${message}`.trim()),
  },
];

/** The progress of copying, and the result for each asset. It continues when the dialog is closed. */
export function CopyProgress({ commandId }: { commandId: string }): ReactNode {
  const command = useCommand(commandId);
  const cancel = useCancelCommand(commandId);
  const isDone = command.data !== undefined && !isUnfinished(command.data.status);
  useRenewWhen(isDone, showTwins);
  return (
    <Loaded query={command} fallback="The progress could not be loaded.">
      {({ status, percent, error, result }) => {
        const { copied = 0, refused = 0, results = [] } = (result ?? {}) as Partial<CopyState>;
        return (
          <Stack spacing={3} sx={{ py: 3 }}>
            <Typography role="status">
              {isUnfinished(status) ? `Copying: ${percent} %.` : ended[status]} {formatCount(copied)} copied
              {refused === 0 ? '' : `, ${formatCount(refused)} refused`}.
            </Typography>
            {isUnfinished(status) ? (
              <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
                <LinearProgress variant="determinate" value={percent} aria-label="Copying" sx={{ flex: 1 }} />
                <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
                  Cancel copying
                </Button>
              </Stack>
            ) : null}
            {error === null ? null : <ErrorState error={{ message: error }} />}
            {results.length === 0 ? null : (
              <Box>
                <DataTable
                  label="Results"
                  columns={columns}
                  rows={[...results].sort(
                    (one, other) => Number(one.twinId !== null) - Number(other.twinId !== null),
                  )}
                  rowKey={({ assetId }) => assetId}
                />
              </Box>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

const ended = {
  done: 'Done.',
  error: 'Stopped by an error.',
  canceled: 'Canceled.',
  queued: '',
  running: '',
};
