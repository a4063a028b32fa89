import Button from '@mui/material/Button';
import type { Connection, ConnectionRole, ConnectionType } from '@twinward/contracts/connections/connection';
import { type ReactNode, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useConnection, useConnectionTypes } from './api/connections.ts';
import { useConnectionActions } from './connection-actions.tsx';
import { connectionsPath, connectionTabs, findRoles } from './connection-words.ts';
import { StateChip } from './state-chip.tsx';

export interface ShownConnection {
  connection: Connection;
  /** Undefined for an unknown type. */
  type: ConnectionType | undefined;
  roles: ReadonlySet<ConnectionRole>;
}

/** Frame of the pages of a connection: name, state, actions and tabs. */
export function ConnectionScreen({
  children,
}: {
  children: (shown: ShownConnection) => ReactNode;
}): ReactNode {
  const id = idIn(useParams().id);
  return id === null ? <UnknownRecord /> : <KnownScreen id={id}>{children}</KnownScreen>;
}

function KnownScreen({
  id,
  children,
}: {
  id: number;
  children: (shown: ShownConnection) => ReactNode;
}): ReactNode {
  const navigate = useNavigate();
  const found = useConnection(id);
  const types = useConnectionTypes();
  const actions = useConnectionActions(() => void navigate(connectionsPath));
  const connection = found.data;
  const typeId = connection?.type ?? '';
  const roles = useMemo(() => findRoles(types.data, typeId), [types.data, typeId]);
  const tabs = connectionTabs(id, roles);
  usePageCommands(
    connection === undefined
      ? []
      : tabs.map(({ label, to }) => ({ title: `${label} of ${connection.name}`, to, isTyped: true })),
  );
  if (isUnknown(found.error)) return <UnknownRecord />;
  return (
    <Page
      title={connection?.name ?? ''}
      breadcrumbs={[{ label: 'Connections', to: connectionsPath }]}
      state={connection ? <StateChip connection={connection} /> : null}
      actions={
        connection ? (
          <>
            <Button
              variant={connection.isPaused ? 'contained' : 'outlined'}
              loading={actions.isBusy}
              onClick={() => actions.setPaused(connection, !connection.isPaused)}
            >
              {connection.isPaused ? 'Resume' : 'Pause'}
            </Button>
            <ActionsMenu
              label={`Actions for ${connection.name}`}
              actions={[{ label: 'Delete', onChoose: () => actions.askToDelete(connection) }]}
            />
          </>
        ) : null
      }
      tabs={<LinkTabs label="Connection" tabs={tabs} />}
    >
      {actions.failure}
      <Loaded query={found} rows={8} fallback="The connection could not be loaded.">
        {(shown) => (
          <Loaded query={types} rows={8} fallback="The types of connections could not be loaded.">
            {(all) =>
              children({ connection: shown, type: all.find(({ type }) => type === shown.type), roles })
            }
          </Loaded>
        )}
      </Loaded>
      {actions.dialog}
    </Page>
  );
}
