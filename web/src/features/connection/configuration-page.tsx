import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ConnectionScreen } from './connection-screen.tsx';
import { callsSystem } from './connection-words.ts';
import { ConnectionForm } from './form/connection-form.tsx';
import { TestSection } from './test/test-section.tsx';

/** `/settings/connections/{id}/configuration`: the configuration of a connection, and its test. */
export function ConfigurationPage(): ReactNode {
  return (
    <ConnectionScreen>
      {({ connection, type, roles }) => (
        <Box
          sx={{
            display: 'grid',
            gap: 8,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 560px) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <ConnectionForm
            key={connection.id}
            connection={connection}
            type={type}
            typeId={connection.type}
            onSaved={() => {}}
          />
          {callsSystem(roles) ? (
            // Sticky beside the form, below the top bar.
            <Box sx={{ position: { lg: 'sticky' }, top: 64 }}>
              <TestSection connectionId={connection.id} />
            </Box>
          ) : null}
        </Box>
      )}
    </ConnectionScreen>
  );
}
