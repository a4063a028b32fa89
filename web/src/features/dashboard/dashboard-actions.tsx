import Button from '@mui/material/Button';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { saveFile } from '../../shared/api/save-file.ts';
import { ReportsDialog } from '../../shared/report/reports-dialog.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { type Action, ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { fetchPackage, useDeleteDashboard, useSetStart, useStart } from './api/dashboards.ts';
import { AlertsDialog } from './dialogs/alerts-dialog.tsx';
import { DisplaysDialog } from './dialogs/displays-dialog.tsx';
import { GroupStartsDialog } from './dialogs/group-starts-dialog.tsx';
import { ImportDialog } from './dialogs/import-dialog.tsx';
import { NewDashboardDialog } from './dialogs/new-dashboard-dialog.tsx';
import { OpenDialog } from './dialogs/open-dialog.tsx';
import { DashboardVersionsDialog } from './dialogs/versions-dialog.tsx';

type Opened =
  | 'open'
  | 'new'
  | 'copy'
  | 'versions'
  | 'delete'
  | 'groups'
  | 'displays'
  | 'import'
  | 'reports'
  | 'alerts';

/** The actions of a dashboard: the primary button, then a menu. */
export function DashboardActions({
  dashboard,
  values,
  isFull,
  onEdit,
  onPrint,
  onFullScreen,
}: {
  dashboard: Dashboard;
  /** The filter values of the cards, which a report uses too. */
  values: CardValues;
  isFull: boolean;
  onEdit: () => void;
  onPrint: () => void;
  onFullScreen: () => void;
}): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayManage = useAccess('queries');
  const start = useStart();
  const setStart = useSetStart();
  const close = () => setOpened(null);
  const open = (what: Opened) => () => setOpened(what);
  const { id, mayEdit } = dashboard;
  const isStart = start.data?.chosenBy === 'user' && start.data.id === id;
  const actions: Action[] = [
    ...(mayEdit ? [{ label: 'Copy', onChoose: open('copy') }] : []),
    { label: 'New dashboard', onChoose: open('new') },
    {
      label: isStart ? 'Remove as start dashboard' : 'Set as start dashboard',
      onChoose: () => setStart.mutate(isStart ? null : id),
    },
    { label: isFull ? 'Exit full screen' : 'Full screen', onChoose: onFullScreen },
    { label: 'Print or save as PDF', onChoose: onPrint },
    { label: 'Alerts on figures', onChoose: open('alerts') },
    { label: 'Reports by mail', onChoose: open('reports') },
    { label: 'Export as file', onChoose: () => void exportAsFile(dashboard) },
    ...(mayManage
      ? [
          { label: 'Import from file', onChoose: open('import') },
          { label: 'Displays', onChoose: open('displays') },
          { label: 'Start dashboards of groups', onChoose: open('groups') },
        ]
      : []),
    ...(dashboard.readyMade ? [] : [{ label: 'Versions', onChoose: open('versions') }]),
    // Reports with their own pages.
    { label: 'Alarm performance', to: '/apps/alarm-performance' },
    { label: 'Value ledger', to: '/apps/value-ledger' },
    ...(mayEdit ? [{ label: 'Delete', onChoose: open('delete') }] : []),
  ];
  return (
    <>
      <Button onClick={open('open')}>Open</Button>
      {mayEdit ? (
        <Button variant="contained" onClick={onEdit}>
          Edit
        </Button>
      ) : (
        <Button variant="contained" onClick={open('copy')}>
          Copy
        </Button>
      )}
      <ActionsMenu label={`More for ${dashboard.name}`} actions={actions} />
      {opened === 'open' ? <OpenDialog onClose={close} /> : null}
      {opened === 'new' ? <NewDashboardDialog onClose={close} /> : null}
      {opened === 'copy' ? <NewDashboardDialog copied={dashboard} onClose={close} /> : null}
      {opened === 'versions' ? <DashboardVersionsDialog dashboard={dashboard} onClose={close} /> : null}
      {opened === 'delete' ? <DeleteDialog dashboard={dashboard} onClose={close} /> : null}
      {opened === 'groups' ? <GroupStartsDialog onClose={close} /> : null}
      {opened === 'displays' ? <DisplaysDialog first={id} onClose={close} /> : null}
      {opened === 'alerts' ? <AlertsDialog dashboard={dashboard} values={values} onClose={close} /> : null}
      {opened === 'reports' ? (
        <ReportsDialog
          subject={{ kind: 'dashboard', id, values: isAsMade(values, dashboard) ? null : values }}
          name={dashboard.name}
          onClose={close}
        />
      ) : null}
      {opened === 'import' ? <ImportDialog onClose={close} /> : null}
    </>
  );
}

/** Whether variables and range have their defaults; a report then follows changes of the dashboard's range. */
const isAsMade = ({ range, ...variables }: CardValues, { content }: Dashboard): boolean =>
  Object.keys(variables).length === 0 && range.from === content.range.from && range.to === content.range.to;

async function exportAsFile({ id, name }: Dashboard): Promise<void> {
  const file = JSON.stringify(await fetchPackage(id), null, 2);
  await saveFile(new Response(file), `${name.replaceAll(/[^\p{L}\p{N} _-]/gu, '')}.json`);
}

function DeleteDialog({ dashboard, onClose }: { dashboard: Dashboard; onClose: () => void }): ReactNode {
  const remove = useDeleteDashboard(dashboard.id);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={`Delete ${dashboard.name}?`}
      yes="Delete"
      saving={remove}
      fallback="The dashboard could not be deleted."
      onYes={() =>
        remove.mutate(undefined, { onSuccess: () => void navigate('/dashboard', { replace: true }) })
      }
      onNo={onClose}
    >
      Its versions are deleted too. Its queries are kept.
    </ConfirmDialog>
  );
}
