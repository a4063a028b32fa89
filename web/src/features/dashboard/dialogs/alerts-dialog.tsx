import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import type { FigureAlert } from '@twinward/contracts/questions/figure-alert';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { formatNumber } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { stateText } from '../../../ui/theme/theme.ts';
import { useDeleteFigureAlert, useFigureAlerts } from '../api/figure-alerts.ts';
import { AlertForm } from './alert-form.tsx';

const columns: readonly Column<FigureAlert>[] = [
  {
    id: 'name',
    header: 'Figure',
    width: '36%',
    wraps: true,
    cell: ({ name, failedAt, failure }) => (
      <>
        {name}
        {failedAt === null ? null : (
          <Typography variant="body2" sx={{ color: (theme) => stateText(theme, 'error') }}>
            Could not be read <Time value={failedAt} />: {failure}
          </Typography>
        )}
      </>
    ),
  },
  {
    id: 'limit',
    header: 'Limit',
    cell: ({ direction, limit }) => `${direction} ${formatNumber(limit)}`,
  },
  {
    id: 'value',
    header: 'Now',
    numeric: true,
    cell: ({ value }) => (value === null ? '–' : formatNumber(value)),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ isOver, failedAt }) => (failedAt !== null ? 'Unknown' : isOver ? '▲ Crossed' : 'Not crossed'),
  },
  {
    id: 'checked',
    header: 'Last checked',
    wide: true,
    cell: ({ checkedAt }) => <Time value={checkedAt} none="Not yet" />,
  },
];

/** The user's alerts on figures, and a form to add one on a number card of the dashboard. */
export function AlertsDialog({
  dashboard,
  values,
  onClose,
}: {
  dashboard: Dashboard;
  values: CardValues;
  onClose: () => void;
}): ReactNode {
  const alerts = useFigureAlerts();
  const remove = useDeleteFigureAlert();
  const [edited, setEdited] = useState<FigureAlert | 'new' | null>(null);
  const cards = dashboard.content.cards.filter((card) => card.kind === 'number');
  if (edited !== null) {
    return (
      <AlertForm
        alert={edited === 'new' ? null : edited}
        cards={cards}
        values={values}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <AppDialog
      title="Alerts on figures"
      maxWidth="md"
      busy={remove.isPending}
      onClose={onClose}
      actions={
        <Button variant="contained" disabled={cards.length === 0} onClick={() => setEdited('new')}>
          Add alert
        </Button>
      }
    >
      <ErrorState error={remove.error} fallback="The alert could not be deleted." />
      <Loaded query={alerts} rows={4} fallback="The alerts could not be loaded.">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No alerts yet."
              hint={
                cards.length === 0
                  ? 'An alert watches a number card. This dashboard has none.'
                  : 'You are notified when the figure of a number card crosses a limit.'
              }
            />
          ) : (
            <DataTable
              label="Alerts on figures"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              actions={{
                label: ({ name }) => `Actions for ${name}`,
                of: (alert) => [
                  { label: 'Change', onChoose: () => setEdited(alert) },
                  { label: 'Delete', onChoose: () => remove.mutate(alert) },
                ],
              }}
            />
          )
        }
      </Loaded>
    </AppDialog>
  );
}
