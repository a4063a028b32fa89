import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { DashboardPackage, ImportedDashboard } from '@twinward/contracts/questions/dashboard-package';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { dashboardPath } from '../../../shared/address/paths.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { useImportDashboard } from '../api/dashboards.ts';

/** Imports a private dashboard from an exported file. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const add = useImportDashboard();
  const [failure, setFailure] = useState<Error | null>(null);
  const read = async (file: File): Promise<void> => {
    setFailure(null);
    try {
      add.mutate(JSON.parse(await file.text()) as DashboardPackage);
    } catch {
      setFailure(new Error('The file is not an exported dashboard: it is not valid JSON.'));
    }
  };
  const error = failure ?? add.error;
  return (
    <AppDialog
      title="Import dashboard"
      busy={add.isPending}
      onClose={onClose}
      actions={
        add.data ? (
          <Button
            component={Link}
            to={dashboardPath(add.data.dashboard.id)}
            variant="contained"
            onClick={onClose}
          >
            Open dashboard
          </Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )
      }
    >
      <ErrorState error={error} fallback="The dashboard could not be imported." />
      {add.data ? (
        <Outcome outcome={add.data} />
      ) : (
        <FileDrop
          label="File of an exported dashboard"
          file={null}
          accept=".json"
          onFile={(file) => void read(file)}
        />
      )}
    </AppDialog>
  );
}

function Outcome({ outcome }: { outcome: ImportedDashboard }): ReactNode {
  const { dashboard, createdQueries, missing } = outcome;
  return (
    <Stack spacing={2}>
      <Typography>{`${dashboard.name} was added with ${dashboard.cardCount} cards.`}</Typography>
      {createdQueries.length === 0 ? null : (
        <Typography>{`Added queries: ${createdQueries.join(', ')}.`}</Typography>
      )}
      {missing.length === 0 ? null : (
        <Typography>{`Not found in this database, so their cards were left out: ${missing.join(', ')}.`}</Typography>
      )}
    </Stack>
  );
}
