import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { Command } from '@twinward/contracts/command';
import type { WorkImportResult } from '@twinward/contracts/work-import';
import { type ReactNode, useEffect, useState } from 'react';
import { isUnfinished, useCancelCommand, useCommand } from '../../app/queries/use-command.ts';
import { AlertBar } from '../../ui/dialogs/alert-bar.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { downloadTemplate, useCheckFile, useRunImport } from './api/imports.ts';
import { WorkImportRows } from './work-import-rows.tsx';

/** Imports work: choose a file, see what it would do row by row, then have it done. */
export function WorkImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [commandId, setCommandId] = useState<string | null>(null);
  return commandId === null ? (
    <ChooseFile onSent={setCommandId} onClose={onClose} />
  ) : (
    <Course key={commandId} commandId={commandId} onCommand={setCommandId} onClose={onClose} />
  );
}

function ChooseFile({
  onSent,
  onClose,
}: {
  onSent: (commandId: string) => void;
  onClose: () => void;
}): ReactNode {
  const timeZone = useTimeZone();
  const [file, setFile] = useState<File | null>(null);
  const check = useCheckFile(timeZone);
  const send = (chosen: File): void => {
    setFile(chosen);
    check.mutate(chosen, { onSuccess: ({ commandId }) => onSent(commandId) });
  };
  return (
    <AppDialog title="Import work" busy={check.isPending} onClose={onClose} maxWidth="md">
      <Stack spacing={4} sx={{ py: 4 }}>
        {check.error ? <ErrorState error={check.error} fallback="The file could not be sent." /> : null}
        <FileDrop label="File of work" file={file} onFile={send} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          An Excel workbook (.xlsx) or csv with a row for each item of work. Times without a zone are read in{' '}
          {timeZone}. The file is checked first: nothing is written until you say so.
        </Typography>
        <div>
          <Button onClick={() => void downloadTemplate()}>Download template</Button>
        </div>
      </Stack>
    </AppDialog>
  );
}

/** A check or an import: how far it is, and what came of it. */
function Course({
  commandId,
  onCommand,
  onClose,
}: {
  commandId: string;
  onCommand: (commandId: string | null) => void;
  onClose: () => void;
}): ReactNode {
  const command = useCommand(commandId);
  const cancel = useCancelCommand(commandId);
  const run = useRunImport(commandId);
  const { data } = command;
  useRenewedWork(data);
  const result = data?.status === 'done' ? (data.result as WorkImportResult | null) : null;
  const changes = result ? result.create + result.update : 0;
  return (
    <AppDialog
      title={result?.dryRun === false ? 'Work imported' : 'Import work'}
      onClose={onClose}
      maxWidth="md"
      actions={
        <>
          {data && isUnfinished(data.status) ? (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel import
            </Button>
          ) : (
            <Button onClick={() => onCommand(null)}>Choose another file</Button>
          )}
          {result?.dryRun && changes > 0 ? (
            <Button
              variant="contained"
              loading={run.isPending}
              onClick={() => run.mutate(undefined, { onSuccess: (started) => onCommand(started.commandId) })}
            >
              Import {formatCount(changes)} {changes === 1 ? 'item' : 'items'}
            </Button>
          ) : (
            <Button variant="contained" onClick={onClose}>
              Close
            </Button>
          )}
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 4 }}>
        {run.error ? <ErrorState error={run.error} fallback="The import could not be started." /> : null}
        {cancel.error ? <ErrorState error={cancel.error} fallback="It could not be canceled." /> : null}
        <Loaded query={command} fallback="The import could not be found.">
          {(found) => <State command={found} />}
        </Loaded>
        {result ? <WorkImportRows commandId={commandId} result={result} /> : null}
      </Stack>
    </AppDialog>
  );
}

/** Work that was made or changed is shown as it is now. */
function useRenewedWork(command: Command | undefined): void {
  const queryClient = useQueryClient();
  const hasWritten =
    command?.finishedAt != null && (command.result as WorkImportResult | null)?.dryRun === false;
  useEffect(() => {
    if (hasWritten) void queryClient.invalidateQueries({ queryKey: ['work', {}] });
  }, [hasWritten, queryClient]);
}

function State({
  command: { status, targetName, percent, error, targetType },
}: {
  command: Command;
}): ReactNode {
  const isCheck = targetType === 'file';
  if (isUnfinished(status)) {
    const doing = isCheck ? 'Checking' : 'Importing';
    return (
      <ProgressLine
        label={status === 'queued' ? `${targetName} waits its turn.` : `${doing} ${targetName}:`}
        percent={status === 'queued' ? null : percent}
      />
    );
  }
  if (status === 'error') return <AlertBar severity="error" message={error ?? 'The import failed.'} />;
  if (status === 'canceled') {
    return (
      <AlertBar
        severity="info"
        message={
          isCheck
            ? `The check of ${targetName} was canceled.`
            : `The import of ${targetName} was canceled. What was written until then is kept.`
        }
      />
    );
  }
  return (
    <Typography>
      {isCheck ? `${targetName} is checked. Nothing is written yet.` : `${targetName} is imported.`}
    </Typography>
  );
}
