import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Exchange, PackageExport } from '@twinward/contracts/library/package';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { useDownload, useStartExport } from './api.ts';
import { CommandCourse } from './command-course.tsx';
import { type Choice, KindChoice, toSelection } from './kind-choice.tsx';
import { LeftOut } from './left-out.tsx';

/** Chooses records, writes them to a package, and downloads it. */
export function ExportDialog({
  kinds,
  onClose,
}: {
  kinds: Exchange['kinds'];
  onClose: () => void;
}): ReactNode {
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [commandId, setCommandId] = useState<string | null>(null);
  const start = useStartExport();
  const ofUser = kinds.filter(({ mayUse }) => mayUse);
  // 'Everything' includes kinds without exportable records, since the export lists omitted records.
  const usable = ofUser.filter(({ count }) => count > 0);
  const selection = toSelection(choices);
  const choose = (kind: string, choice: Choice): void => setChoices(new Map(choices).set(kind, choice));
  return (
    <AppDialog
      title="Export a package"
      maxWidth="md"
      onClose={onClose}
      actions={
        commandId === null ? (
          <>
            <Button onClick={() => setChoices(new Map(ofUser.map(({ kind }) => [kind, 'all'])))}>
              Choose everything
            </Button>
            <Button
              variant="contained"
              disabled={selection.length === 0}
              loading={start.isPending}
              onClick={() =>
                start.mutate(selection, { onSuccess: (started) => setCommandId(started.commandId) })
              }
            >
              Export
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {commandId === null ? (
        <Stack spacing={3}>
          <ErrorState error={start.error} fallback="The export could not be started." />
          <Muted>
            Records that the chosen records need are included. Users, secrets and points are not exported.
          </Muted>
          <Stack component="ul" aria-label="Kinds of records" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {usable.map((kind) => (
              <KindChoice
                key={kind.kind}
                {...kind}
                choice={choices.get(kind.kind) ?? 'none'}
                onChoice={(choice) => choose(kind.kind, choice)}
              />
            ))}
          </Stack>
        </Stack>
      ) : (
        <CommandCourse commandId={commandId} doing="Writing the package:">
          {({ result }) => <Exported commandId={commandId} result={result as PackageExport} />}
        </CommandCourse>
      )}
    </AppDialog>
  );
}

function Exported({ commandId, result }: { commandId: string; result: PackageExport }): ReactNode {
  const download = useDownload();
  const { kinds, added, leftOut, fileName } = result;
  return (
    <Stack spacing={3}>
      <ErrorState error={download.error} fallback="The package could not be downloaded." />
      <LeftOut records={leftOut} />
      <DataTable
        label="Records in the package"
        columns={[
          { id: 'kind', header: 'Kind', cell: ({ caption }) => caption },
          { id: 'chosen', header: 'Chosen', numeric: true, cell: ({ chosen }) => formatCount(chosen) },
          { id: 'added', header: 'Included', numeric: true, cell: (row) => formatCount(row.added) },
        ]}
        rows={kinds}
        rowKey={({ kind }) => kind}
      />
      {added.length > 0 ? (
        <DataTable
          label="Included"
          columns={[
            { id: 'record', header: 'Included', wraps: true, cell: ({ kind, key }) => `${kind} ${key}` },
            { id: 'neededBy', header: 'Needed by', wraps: true, cell: ({ neededBy }) => neededBy },
          ]}
          rows={added.slice(0, 50)}
          rowKey={({ kind, key }) => `${kind} ${key}`}
        />
      ) : null}
      {added.length > 50 ? (
        <Typography variant="body2">and {formatCount(added.length - 50)} more.</Typography>
      ) : null}
      <div>
        <Button
          variant="contained"
          loading={download.isPending}
          onClick={() => download.mutate({ commandId, fileName })}
        >
          Download {fileName}
        </Button>
      </div>
    </Stack>
  );
}
