import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { Unloaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useLightPrint } from '../../ui/page/print.tsx';
import { useDashboard, useStart } from './api/dashboards.ts';
import { DashboardActions } from './dashboard-actions.tsx';
import { useDashboardValues } from './dashboard-address.ts';
import { DashboardPrintTitle } from './dashboard-print-title.tsx';
import { EditedDashboard } from './edited-dashboard.tsx';
import { DashboardGrid } from './grid/dashboard-grid.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { usePrint } from './use-print.ts';
import { ValuesContext } from './values-context.ts';
import { VariablesBar } from './variables-bar.tsx';

/** `/dashboard?id=`: a dashboard; without an id, the start dashboard of the user. */
export function DashboardPage(): ReactNode {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id === null ? <Start /> : <Shown key={id} id={id} />;
}

function Start(): ReactNode {
  const start = useStart();
  if (start.data !== undefined) return <Shown key={start.data.id} id={start.data.id} />;
  return (
    <Page title="Insights">
      <Unloaded query={start} fallback="The dashboard could not be found." />
    </Page>
  );
}

function Shown({ id }: { id: string }): ReactNode {
  const dashboard = useDashboard(id);
  if (isUnknown(dashboard.error)) return <UnknownRecord />;
  if (dashboard.data === undefined) {
    return (
      <Page title="Insights">
        <Unloaded query={dashboard} fallback="The dashboard could not be loaded." />
      </Page>
    );
  }
  return <OpenDashboard dashboard={dashboard.data} />;
}

function OpenDashboard({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const [isEdited, setIsEdited] = useState(false);
  const { content } = dashboard;
  const chosen = useDashboardValues(content);
  const { isPrinting, print } = usePrint();
  const { isFull, toggle } = useFullScreen();
  useLightPrint();
  return (
    <ValuesContext value={chosen}>
      <GlobalStyles styles={printed} />
      {isEdited ? (
        <EditedDashboard dashboard={dashboard} values={chosen.values} onClose={() => setIsEdited(false)} />
      ) : (
        <FullScreen isFull={isFull}>
          <Page
            title={dashboard.name}
            state={<DashboardState dashboard={dashboard} />}
            actions={
              <DashboardActions
                dashboard={dashboard}
                values={chosen.values}
                isFull={isFull}
                onEdit={() => setIsEdited(true)}
                onPrint={print}
                onFullScreen={toggle}
              />
            }
          >
            <DashboardPrintTitle values={chosen.values} />
            <VariablesBar content={content} {...chosen} />
            {content.cards.length === 0 ? (
              <EmptyState
                title="This dashboard has no cards yet."
                hint="Edit it to add queries, numbers, trends and maps."
              />
            ) : (
              <DashboardGrid cards={content.cards} values={chosen.values} readsAtOnce={isPrinting} />
            )}
          </Page>
        </FullScreen>
      )}
    </ValuesContext>
  );
}

/** Print styles: only the title and the cards. Table values that are buttons are kept. */
const printed = {
  '@page': { size: 'landscape', margin: '10mm' },
  '@media print': {
    'header, .MuiButton-root, .MuiIconButton-root': { display: 'none !important' },
    'html, body': { background: '#fff !important' },
    '*': { printColorAdjust: 'exact' },
    'tr, li': { breakInside: 'avoid' },
  },
};

const DashboardState = ({ dashboard }: { dashboard: Dashboard }): ReactNode => (
  <span title={dashboard.description}>
    {dashboard.readyMade ? 'Ready-made' : dashboard.sharing === 'tenant' ? 'Shared' : 'Private'}
  </span>
);

/** Covers the top bar in full screen. */
function FullScreen({ isFull, children }: { isFull: boolean; children: ReactNode }): ReactNode {
  return (
    <Box
      sx={
        isFull
          ? {
              position: 'fixed',
              inset: 0,
              zIndex: ({ zIndex }) => zIndex.appBar + 1,
              overflow: 'auto',
              bgcolor: 'background.default',
            }
          : {}
      }
    >
      {children}
    </Box>
  );
}
