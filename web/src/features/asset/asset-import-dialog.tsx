import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { AssetImportResult } from '@twinward/contracts/asset-import';
import type { Command } from '@twinward/contracts/command';
import { type ReactNode, useEffect, useState } from 'react';
import { isUnfinished, useCancelCommand, useCommand } from '../../app/queries/use-command.ts';
import { AlertBar } from '../../ui/dialogs/alert-bar.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { downloadRows, downloadTemplate, useCheckFile, useRunImport } from './api/imports.ts';
import { AssetImportRows } from './asset-import-rows.tsx';

/** Imports assets: choose a file, see what it would do row by row, then have it done. */
export function AssetImportDialog({ onClose }: { onClose: () => void }): ReactNode {
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
  const [file, setFile] = useState<File | null>(null);
  const check = useCheckFile();
  const send = (chosen: File): void => {
    setFile(chosen);
    check.mutate(chosen, { onSuccess: ({ commandId }) => onSent(commandId) });
  };
  return (
    <AppDialog title="Import assets" busy={check.isPending} onClose={onClose} maxWidth="md">
      <Stack spacing={4}>
        {check.error ? <ErrorState error={check.error} fallback="The file could not be sent." /> : null}
        <FileDrop label="File of assets" file={file} onFile={send} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          An Excel workbook (.xlsx) or csv with a row for each asset. The file is checked first: nothing is
          written until you say so.
        </Typography>
        <div>
          <Button onClick={() => void downloadTemplate()}>Download template</Button>
        </div>
      </Stack>
    </AppDialog>
  );
}

interface CourseProps {
  commandId: string;
  onCommand: (commandId: string | null) => void;
  onClose: () => void;
}

/** A check or an import: how far it is, and what came of it. */
function Course({ commandId, onCommand, onClose }: CourseProps): ReactNode {
  const command = useCommand(commandId);
  const cancel = useCancelCommand(commandId);
  const run = useRunImport(commandId);
  const { data } = command;
  useRenewedAssets(data);
  const result = data?.status === 'done' ? (data.result as AssetImportResult | null) : null;
  const changes = result ? result.create + result.update : 0;
  return (
    <AppDialog
      title={result?.dryRun === false ? 'Assets imported' : 'Import assets'}
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
              Import {formatCount(changes)} {changes === 1 ? 'asset' : 'assets'}
            </Button>
          ) : (
            <Button variant="contained" onClick={onClose}>
              Close
            </Button>
          )}
        </>
      }
    >
      <Stack spacing={3}>
        {run.error ? <ErrorState error={run.error} fallback="The import could not be started." /> : null}
        {cancel.error ? <ErrorState error={cancel.error} fallback="It could not be canceled." /> : null}
        <Loaded query={command} fallback="The import could not be found.">
          {(found) => <State command={found} />}
        </Loaded>
        {data && result ? (
          <AssetImportRows
            commandId={commandId}
            result={result}
            onDownload={() => void downloadRows(commandId, data.targetName)}
          />
        ) : null}
      </Stack>
    </AppDialog>
  );
}

/** Assets that were made or changed are shown as they are now. */
function useRenewedAssets(command: Command | undefined): void {
  const queryClient = useQueryClient();
  const hasWritten =
    command?.finishedAt != null && (command.result as AssetImportResult | null)?.dryRun === false;
  useEffect(() => {
    if (hasWritten) void queryClient.invalidateQueries({ queryKey: ['assets', {}] });
  }, [hasWritten, queryClient]);
}

function State({ command }: { command: Command }): ReactNode {
  const { status, targetName, percent, error, targetType } = command;
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
