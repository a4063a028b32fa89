import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { TwinScreen } from '../../../shared/twin/twin-screen.tsx';
import { TwinProtections } from '../twin-protections.tsx';
import { Coverage } from './coverage.tsx';

/** The protections of a twin, and its uncovered failure modes. */
export function ProtectionPage(): ReactNode {
  return (
    <TwinScreen>
      {(twin) => (
        <Stack spacing={6}>
          <Coverage twin={twin} />
          <TwinProtections twin={twin} />
        </Stack>
      )}
    </TwinScreen>
  );
}
