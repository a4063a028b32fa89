import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { ModelFailureModes } from './model-failure-modes.tsx';
import { ModelRiskForm } from './model-risk-form.tsx';
import { ModelScreen } from './model-screen.tsx';

/** `/apps/library/twin-models/:modelId/risk` */
export function ModelRiskPage(): ReactNode {
  return (
    <ModelScreen>
      {(draft) => (
        <Stack spacing={6}>
          <ModelRiskForm key={draft.model.versionId} draft={draft} />
          <ModelFailureModes draft={draft} />
        </Stack>
      )}
    </ModelScreen>
  );
}
