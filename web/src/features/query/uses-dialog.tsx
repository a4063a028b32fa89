import type { Query, QueryUse } from '@twinward/contracts/questions/query';
import type { ReactNode } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useUses } from './api.ts';

const columns: readonly Column<QueryUse>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ kind, id, name }) =>
      kind === 'dashboard' && id !== null ? <TextLink to={`/dashboard?id=${id}`}>{name}</TextLink> : name,
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1) },
  { id: 'last', header: 'Last run', cell: ({ lastUsedOn }) => lastUsedOn ?? '–' },
];

/** The dashboards, reports and alerts that use a query, and its recent runs. */
export function UsesDialog({ query, onClose }: { query: Query; onClose: () => void }): ReactNode {
  return (
    <AppDialog title={`Who uses ${query.name}`} onClose={onClose}>
      <Loaded query={useUses(query.id)} rows={5} fallback="The uses could not be loaded.">
        {(uses) =>
          uses.length === 0 ? (
            <EmptyState
              title="No uses yet."
              hint="No dashboard, report or alert uses it, and nobody ran it in the last 90 days."
            />
          ) : (
            <DataTable
              label="Uses"
              columns={columns}
              rows={uses}
              rowKey={({ kind, id, name }) => `${kind} ${id} ${name}`}
            />
          )
        }
      </Loaded>
    </AppDialog>
  );
}
