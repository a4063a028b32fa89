import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Query } from '@twinward/contracts/questions/query';
import type { ParameterValues } from '@twinward/contracts/questions/query-definition';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isUnfinished, useCancelCommand, useCommand } from '../../shared/api/queries/use-command.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { type ExportFormat, useDownloadExport, useExportQuery } from './api.ts';

/** Starts a command that writes the full result to a file, and downloads it when done. */
export function ExportDialog({
  query,
  parameters,
  format,
  onClose,
}: {
  query: Query;
  parameters: ParameterValues;
  format: ExportFormat;
  onClose: () => void;
}): ReactNode {
  const { mutate, error } = useExportQuery(query.id);
  const [commandId, setCommandId] = useState<string | null>(null);
  const begun = useRef(false);
  // Only once, even if effects run twice.
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate({ parameters, format }, { onSuccess: (command) => setCommandId(command.commandId) });
  }, [mutate, parameters, format]);
  return (
    <AppDialog title={`Download ${query.name} as ${format}`} onClose={onClose}>
      <ErrorState error={error} fallback="The file could not be written." />
      {commandId === null ? (
        error ? null : (
          <LinearProgress aria-label="Progress" />
        )
      ) : (
        <Progress commandId={commandId} fileName={`${query.name}.${format}`} />
      )}
    </AppDialog>
  );
}

function Progress({ commandId, fileName }: { commandId: string; fileName: string }): ReactNode {
  const command = useCommand(commandId).data;
  const cancel = useCancelCommand(commandId);
  const download = useDownloadExport();
  const { mutate } = download;
  const isDone = command?.status === 'done';
  useEffect(() => {
    if (isDone) mutate({ commandId, fileName });
  }, [isDone, mutate, commandId, fileName]);
  if (command === undefined || isUnfinished(command.status)) {
    return (
      <Stack spacing={3}>
        <LinearProgress variant="determinate" value={command?.percent ?? 0} aria-label="Progress" />
        <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography variant="body2">Writing {fileName}</Typography>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        </Stack>
      </Stack>
    );
  }
  if (!isDone) {
    return (
      <AlertBar
        severity={command.status === 'canceled' ? 'info' : 'error'}
        message={
          command.error ?? (command.status === 'canceled' ? 'Canceled.' : 'The file could not be written.')
        }
      />
    );
  }
  return (
    <Stack spacing={3} sx={{ alignItems: 'flex-start' }}>
      {download.error ? (
        <ErrorState error={download.error} fallback="The file could not be downloaded." />
      ) : (
        <Typography role="status">{fileName} is ready.</Typography>
      )}
      <Button variant="contained" onClick={() => mutate({ commandId, fileName })}>
        Download again
      </Button>
    </Stack>
  );
}
