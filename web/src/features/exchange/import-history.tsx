import Button from '@mui/material/Button';
import type { PackageImport } from '@twinward/contracts/library/package';
import { type ReactNode, useState } from 'react';
import { useRenewWhen } from '../../shared/api/mutation-effects.ts';
import { isUnfinished, useCommand } from '../../shared/api/queries/use-command.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Paged, usePage } from '../../ui/list/paged.tsx';
import { importsPerPage, useImports, useRollBack } from './api.ts';
import { CommandCourse } from './command-course.tsx';

const columns: readonly Column<PackageImport>[] = [
  { id: 'file', header: 'Package', width: '30%', wraps: true, cell: ({ fileName }) => fileName },
  { id: 'source', header: 'Source database', wide: true, cell: ({ source }) => source },
  { id: 'at', header: 'Imported', cell: ({ importedAt }) => <Time value={importedAt} /> },
  { id: 'by', header: 'By', wide: true, cell: ({ importedBy }) => importedBy ?? 'A deleted user' },
  { id: 'created', header: 'Created', numeric: true, wide: true, cell: (row) => formatCount(row.created) },
  { id: 'updated', header: 'Updated', numeric: true, wide: true, cell: (row) => formatCount(row.updated) },
  {
    id: 'back',
    header: 'Rolled back',
    wide: true,
    cell: ({ rolledBackAt }) => <Time value={rolledBackAt} />,
  },
];

/** The imports, each with a rollback button. */
export function ImportHistory(): ReactNode {
  const [page, setPage] = usePage();
  const imports = useImports(page);
  const [chosen, setChosen] = useState<PackageImport | null>(null);
  return (
    <>
      <Paged
        query={imports}
        page={page}
        pageSize={importsPerPage}
        noun="imports"
        fallback="The imports could not be loaded."
        empty={<EmptyState title="No imports yet" />}
        onPage={setPage}
      >
        {(records, isOutdated) => (
          <DataTable
            label="Imports"
            columns={columns}
            rows={records}
            rowKey={({ id }) => id}
            outdated={isOutdated}
            actions={{
              label: ({ fileName }) => `Actions for ${fileName}`,
              of: (row) => [
                {
                  label: 'Roll back',
                  disabled: row.rolledBackAt !== null,
                  onChoose: () => setChosen(row),
                },
              ],
            }}
          />
        )}
      </Paged>
      {chosen === null ? null : <RollBack of={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function RollBack({ of, onClose }: { of: PackageImport; onClose: () => void }): ReactNode {
  const start = useRollBack(of.id);
  if (start.data !== undefined)
    return (
      <AppDialog title="Roll back" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <RollingBack commandId={start.data.commandId} />
      </AppDialog>
    );
  return (
    <ConfirmDialog
      title={`Roll back ${of.fileName}?`}
      yes="Roll back"
      saving={start}
      fallback="The import could not be rolled back."
      onYes={() => start.mutate()}
      onNo={onClose}
    >
      Created records are deleted and changed records are restored. If any record was changed after the
      import, nothing is rolled back.
    </ConfirmDialog>
  );
}

function RollingBack({ commandId }: { commandId: string }): ReactNode {
  const { data } = useCommand(commandId);
  useRenewWhen(data !== undefined && !isUnfinished(data.status), ['exchange']);
  return (
    <CommandCourse commandId={commandId} doing="Rolling back:">
      {({ result }) => {
        const { restored, deleted } = result as { restored: number; deleted: number };
        const message = `${formatCount(restored)} restored, ${formatCount(deleted)} deleted.`;
        return <AlertBar severity="success" message={message} />;
      }}
    </CommandCourse>
  );
}
