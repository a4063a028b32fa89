import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../feedback/loaded.tsx';
import { ErrorState } from '../feedback/states.tsx';
import { Time } from '../format/time.tsx';
import { type Column, DataTable } from '../list/data-table.tsx';
import { AppDialog } from './app-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** A saved version of an item. */
export interface SavedVersion {
  version: number;
  name: string;
  savedAt: string;
  /** Null if the user was deleted. */
  savedBy: string | null;
}

/** Lists the versions of an item, latest first. An earlier one can be restored as a new version. */
export function VersionsDialog<Saved extends SavedVersion>({
  of: { name, version: current, mayEdit },
  versions,
  content,
  restoring,
  warning,
  onClose,
}: {
  of: { name: string; version: number; mayEdit: boolean };
  versions: UseQueryResult<readonly Saved[]>;
  /** Column with the content of a version. */
  content: Column<Saved>;
  restoring: {
    isPending: boolean;
    error: Error | null;
    mutate(version: number, options: { onSettled(): void }): void;
  };
  /** The consequence of restoring a version. */
  warning: string;
  onClose: () => void;
}): ReactNode {
  const [chosen, choose] = useState<number | null>(null);
  const restore: Column<Saved> = {
    id: 'restore',
    header: '',
    width: '100px',
    cell: ({ version }) =>
      version === current ? (
        'Current'
      ) : (
        <Button onClick={() => choose(version)} aria-label={`Restore version ${version}`}>
          Restore
        </Button>
      ),
  };
  const columns: readonly Column<Saved>[] = [
    { id: 'version', header: 'Version', width: '80px', numeric: true, cell: ({ version }) => version },
    { id: 'saved', header: 'Saved', cell: ({ savedAt }) => <Time value={savedAt} /> },
    { id: 'by', header: 'By', wide: true, cell: ({ savedBy }) => savedBy ?? '–' },
    { id: 'name', header: 'Name', wide: true, cell: (saved) => saved.name },
    content,
    ...(mayEdit ? [restore] : []),
  ];
  return (
    <AppDialog title={`Versions of ${name}`} maxWidth="md" onClose={onClose}>
      <ErrorState error={restoring.error} fallback="The version could not be restored." />
      <Loaded query={versions} rows={5} fallback="The versions could not be loaded.">
        {(rows) => (
          <DataTable label="Versions" columns={columns} rows={rows} rowKey={({ version }) => version} />
        )}
      </Loaded>
      {chosen === null ? null : (
        <ConfirmDialog
          title={`Restore version ${chosen}?`}
          yes="Restore"
          busy={restoring.isPending}
          onYes={() => restoring.mutate(chosen, { onSettled: () => choose(null) })}
          onNo={() => choose(null)}
        >
          {warning}
        </ConfirmDialog>
      )}
    </AppDialog>
  );
}
