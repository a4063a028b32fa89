import Stack from '@mui/material/Stack';
import type { DashboardSummary } from '@twinward/contracts/questions/dashboard';
import { type ReactNode, useState } from 'react';
import { dashboardPath } from '../../../shared/address/paths.ts';
import { useDashboards, useReadyMade } from '../../../shared/api/queries/use-dashboards.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';

const columns: readonly Column<DashboardSummary>[] = [
  {
    id: 'name',
    header: 'Dashboard',
    width: '44%',
    cell: ({ name, description }) => <span title={description}>{name}</span>,
  },
  {
    id: 'sharing',
    header: 'Sharing',
    cell: ({ readyMade, sharing }) =>
      readyMade ? 'Ready-made' : sharing === 'tenant' ? 'Shared' : 'Private',
  },
  { id: 'owner', header: 'Owner', wide: true, cell: ({ owner }) => owner?.userName ?? '–' },
  {
    id: 'updated',
    header: 'Changed',
    numeric: true,
    wide: true,
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
];

/** All dashboards that the user may open. */
export function OpenDialog({ onClose }: { onClose: () => void }): ReactNode {
  const ready = useReadyMade();
  const stored = useDashboards();
  const [text, setText] = useState('');
  const matches = ({ name, description }: DashboardSummary): boolean =>
    `${name} ${description}`.toLowerCase().includes(text.trim().toLowerCase());
  return (
    <AppDialog title="Dashboards" maxWidth="md" onClose={onClose}>
      <Stack spacing={3}>
        <Field label="Find" value={text} autoFocus onChange={({ target }) => setText(target.value)} />
        <Loaded query={stored} rows={6} fallback="The dashboards could not be loaded.">
          {({ records }) => (
            <DataTable
              label="Dashboards"
              columns={columns}
              rows={[...(ready.data ?? []), ...records].filter(matches)}
              rowKey={({ id }) => id}
              rowTo={({ id }) => dashboardPath(id)}
            />
          )}
        </Loaded>
      </Stack>
    </AppDialog>
  );
}
