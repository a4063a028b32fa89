import Stack from '@mui/material/Stack';
import type { ConnectionSummary, ConnectionType } from '@twinward/contracts/connections/connection';
import { type ReactNode, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useConnections, useConnectionTypes } from './api/connections.ts';
import { connectionListBody } from './connection-list.ts';
import {
  callsSystem,
  configurationPath,
  connectionPath,
  connectionsPath,
  findRoles,
} from './connection-words.ts';
import { ConnectionForm } from './form/connection-form.tsx';

/** `/settings/connections/add`: asks for the type first, which determines the form. */
export function AddConnectionPage(): ReactNode {
  return (
    <Page title="Add connection" breadcrumbs={[{ label: 'Connections', to: connectionsPath }]}>
      <Loaded query={useConnectionTypes()} rows={8} fallback="The types of connections could not be loaded.">
        {(types) => <ByType types={types} />}
      </Loaded>
    </Page>
  );
}

function ByType({ types }: { types: readonly ConnectionType[] }): ReactNode {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const typeId = search.get('type') ?? '';
  const type = types.find((each) => each.type === typeId);
  const usable = types.filter(({ roles }) => roles.length > 0);
  const body = useMemo(
    () => connectionListBody({ type: typeId }, { field: 'Name', direction: 'Ascending' }),
    [typeId],
  );
  const { data } = useConnections(body, 1, type !== undefined);
  const groups = firstOfGroups(type === undefined ? [] : (data?.records ?? []));
  const groupText = search.get('standsInFor') ?? '';
  const group = groups.find(({ connectionGroupId }) => String(connectionGroupId) === groupText);
  const change = (changes: Record<string, string>): void =>
    setSearch((now) => new URLSearchParams({ ...Object.fromEntries(now), ...changes }), { replace: true });
  return (
    <Stack spacing={4}>
      <Stack spacing={4} sx={{ maxWidth: 560 }}>
        <div>
          <SelectField
            label="Type"
            value={type?.type ?? ''}
            onChange={(event) => change({ type: event.target.value, standsInFor: '' })}
            choices={[
              ...(type === undefined ? [{ value: '', label: 'Choose a type' }] : []),
              ...usable.map(({ type: value, name }) => ({ value, label: name })),
            ]}
          />
          <Muted sx={{ mt: 1 }}>{type?.description ?? 'The system to connect to.'}</Muted>
        </div>
        {groups.length === 0 ? null : (
          <div>
            <SelectField
              label="Standby for"
              value={group === undefined ? '' : groupText}
              onChange={(event) => change({ standsInFor: event.target.value })}
              choices={[
                { value: '', label: 'None' },
                ...groups.map(({ name, connectionGroupId }) => ({
                  value: String(connectionGroupId),
                  label: name,
                })),
              ]}
            />
            <Muted sx={{ mt: 1 }}>
              A standby connection feeds the same tags. It takes over when the other connection fails.
            </Muted>
          </div>
        )}
      </Stack>
      {type === undefined ? null : (
        <ConnectionForm
          key={type.type}
          connection={null}
          type={type}
          typeId={type.type}
          connectionGroupId={group?.connectionGroupId ?? null}
          onSaved={({ id }) =>
            void navigate(
              callsSystem(findRoles(types, type.type)) ? configurationPath(id) : connectionPath(id),
            )
          }
        />
      )}
    </Stack>
  );
}

/** The active connection of each group, which represents the group in the select field. */
function firstOfGroups(connections: readonly ConnectionSummary[]): ConnectionSummary[] {
  const byGroup = new Map<number, ConnectionSummary>();
  for (const connection of connections) {
    if (connection.isActive || !byGroup.has(connection.connectionGroupId)) {
      byGroup.set(connection.connectionGroupId, connection);
    }
  }
  return [...byGroup.values()];
}
