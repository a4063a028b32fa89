import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { workPath } from '../../../shared/address/paths.ts';
import { TwinFit } from '../../../shared/risk/fit-source.tsx';
import { MtbfSection } from '../../../shared/risk/mtbf-section.tsx';
import { RiskHistorySection } from '../../../shared/risk/risk-history-section.tsx';
import { TwinScreen } from '../../../shared/twin/twin-screen.tsx';
import { FailureModes } from './failure-modes.tsx';
import { TwinRiskForm } from './twin-risk-form.tsx';

export function RiskPage(): ReactNode {
  return (
    <TwinScreen>
      {(twin) => (
        <Stack spacing={6}>
          <TwinRiskForm twin={twin} />
          <TwinFit twin={twin} />
          <FailureModes twin={twin} />
          <RiskHistorySection twinId={twin.id} />
          <MtbfSection assetId={twin.assetId} workPath={workPath(twin.id)} />
        </Stack>
      )}
    </TwinScreen>
  );
}
