import Typography from '@mui/material/Typography';
import type { RemoteModel } from '@twinward/contracts/library/remote';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { libraryPath, modelPath } from '../../../shared/address/library-paths.ts';
import { idIn } from '../../../shared/address/unknown-record.tsx';
import { useConnectionChoices } from '../../../shared/api/queries/use-connection-choices.ts';
import { versionText } from '../../../shared/library/version-text.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useRemoteModels } from '../api/remote-models.ts';
import { RemoteModelDialog } from './remote-model-dialog.tsx';

const states = { new: 'Not imported', current: 'Up to date', newer: 'Update available' } as const;

const columns: readonly Column<RemoteModel>[] = [
  { id: 'name', header: 'Model', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'class',
    header: 'Class',
    wide: true,
    width: '26%',
    cell: (model) => <span title={model.class.join(' - ')}>{model.class.join(' - ') || '–'}</span>,
  },
  {
    id: 'author',
    header: 'Author',
    wide: true,
    width: '14%',
    cell: ({ author }) => author || '–',
  },
  { id: 'version', header: 'Version', width: '112px', cell: versionText },
  {
    id: 'changed',
    header: 'Changed',
    wide: true,
    numeric: true,
    width: '16%',
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '120px',
    cell: ({ state, takenAs }) =>
      takenAs === null ? states[state] : <TextLink to={modelPath(takenAs)}>{states[state]}</TextLink>,
  },
];

/** `/apps/library/remote?connection=`: the twin models shared by other installations. */
export function RemoteModelsPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const choices = useConnectionChoices();
  return (
    <Page title="Models of other installations" breadcrumbs={[{ label: 'Twin library', to: libraryPath }]}>
      <Loaded query={choices} fallback="The connections could not be loaded.">
        {(all) => {
          const connections = all.filter(({ type }) => type === 'backend');
          const asked = idIn(search.get('connection') ?? undefined);
          const chosen = connections.find(({ id }) => id === asked) ?? connections[0];
          if (!chosen) {
            return (
              <EmptyState
                title="No other installation is connected."
                hint="Add a connection of type Twinward with the library address of the other installation to see its shared models."
              />
            );
          }
          return (
            <>
              <SelectField
                label="Connection"
                value={String(chosen.id)}
                choices={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={({ target }) => setSearch({ connection: target.value }, { replace: true })}
                sx={{ maxWidth: 360, mb: 3 }}
              />
              <Models key={chosen.id} connectionId={chosen.id} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Models({ connectionId }: { connectionId: number }): ReactNode {
  const models = useRemoteModels(connectionId);
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <Loaded query={models} rows={8} fallback="The models of the other installation could not be loaded.">
      {(rows) => {
        const shown = rows.find(({ id }) => id === opened);
        const newer = rows.filter(({ state }) => state === 'newer').length;
        if (rows.length === 0) {
          return (
            <EmptyState
              title="The other installation shares no models."
              hint="To share a model there, set its visibility to “Shared” and publish a version."
            />
          );
        }
        return (
          <>
            {newer > 0 ? (
              <Typography variant="body2" sx={{ mb: 2 }}>
                {newer === 1 ? '1 model has' : `${newer} models have`} an update available.
              </Typography>
            ) : null}
            <DataTable
              label="Shared models"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => setOpened(id)}
            />
            {shown ? (
              <RemoteModelDialog connectionId={connectionId} model={shown} onClose={() => setOpened(null)} />
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}
