import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { ConnectionScreen, type ShownConnection } from './connection-screen.tsx';
import { BackfillSection } from './overview/backfill-section.tsx';
import { FactsSection } from './overview/facts-section.tsx';
import { PlantSection } from './overview/plant-section.tsx';
import { PushSection } from './overview/push-section.tsx';
import { StatesSection } from './overview/states-section.tsx';

/** `/settings/connections/{id}`: the state of a connection, and how to push points to it. */
export const OverviewPage = (): ReactNode => (
  <ConnectionScreen>{(shown) => <Overview {...shown} />}</ConnectionScreen>
);

function Overview({ connection, type, roles }: ShownConnection): ReactNode {
  return (
    <Stack spacing={6}>
      {connection.state === 'failed' || connection.state === 'degraded' ? (
        <AlertBar
          severity={connection.state === 'failed' ? 'error' : 'warning'}
          message={connection.message || connection.lastError || 'No reason given.'}
        />
      ) : null}
      <Box
        sx={{
          display: 'grid',
          gap: 8,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <FactsSection connection={connection} type={type} />
        <StatesSection status={connection.status} />
      </Box>
      {connection.place === 'plant' ? <PlantSection connection={connection} /> : null}
      {roles.has('push') ? <PushSection connection={connection} /> : null}
      {roles.has('history') ? <BackfillSection connection={connection} /> : null}
    </Stack>
  );
}
