import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { PackageCheck } from '@twinward/contracts/library/package';
import { type ReactNode, useState } from 'react';
import { useRenewWhen } from '../../shared/api/mutation-effects.ts';
import { isUnfinished, useCommand } from '../../shared/api/queries/use-command.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { useStartCheck } from './api.ts';
import { Checked } from './checked-package.tsx';
import { CommandCourse } from './command-course.tsx';

/** Uploads a package, shows the effect of an import on each record, and imports it. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [checkId, setCheckId] = useState<string | null>(null);
  const [importId, setImportId] = useState<string | null>(null);
  const check = useStartCheck();
  const send = (chosen: File): void => {
    setFile(chosen);
    check.mutate(chosen, { onSuccess: ({ commandId }) => setCheckId(commandId) });
  };
  return (
    <AppDialog
      title="Import a package"
      maxWidth="lg"
      busy={check.isPending}
      onClose={onClose}
      actions={
        <>
          {checkId === null ? null : (
            <Button
              onClick={() => {
                setCheckId(null);
                setImportId(null);
              }}
            >
              Choose another file
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {checkId === null ? (
        <Stack spacing={3}>
          <ErrorState error={check.error} fallback="The package could not be sent." />
          <FileDrop label="Package" file={file} accept=".zip" onFile={send} />
        </Stack>
      ) : null}
      {checkId !== null && importId === null ? (
        <CommandCourse
          key={checkId}
          commandId={checkId}
          doing="Checking the package. Nothing is changed yet:"
        >
          {({ result }) => (
            <Checked checkId={checkId} check={result as PackageCheck} onImport={setImportId} />
          )}
        </CommandCourse>
      ) : null}
      {importId === null ? null : <Importing commandId={importId} />}
    </AppDialog>
  );
}

function Importing({ commandId }: { commandId: string }): ReactNode {
  const { data } = useCommand(commandId);
  useRenewWhen(data !== undefined && !isUnfinished(data.status), ['exchange']);
  return (
    <CommandCourse commandId={commandId} doing="Importing:">
      {({ result }) => {
        const { created, updated } = result as { created: number; updated: number };
        return (
          <AlertBar
            severity="success"
            message={`${formatCount(created)} created, ${formatCount(updated)} updated. The import can be rolled back below.`}
          />
        );
      }}
    </CommandCourse>
  );
}
