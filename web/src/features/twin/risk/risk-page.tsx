import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { TwinScreen } from '../../../app/twin/twin-screen.tsx';
import { FailureModes } from './failure-modes.tsx';
import { TwinRiskForm } from './twin-risk-form.tsx';

export function RiskPage(): ReactNode {
  return (
    <TwinScreen>
      {(twin) => (
        <Stack spacing={6}>
          <TwinRiskForm twin={twin} />
          <FailureModes twin={twin} />
        </Stack>
      )}
    </TwinScreen>
  );
}
