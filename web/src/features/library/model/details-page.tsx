import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { FactsSection } from './facts-section.tsx';
import { ModelScreen } from './model-screen.tsx';
import { Parameters } from './parameters.tsx';

/** `/apps/library/twin-models/:modelId/details` */
export function ModelDetailsPage(): ReactNode {
  return (
    <ModelScreen>
      {(draft) => (
        <Stack spacing={6}>
          <FactsSection key={draft.model.versionId} draft={draft} />
          <Parameters draft={draft} />
        </Stack>
      )}
    </ModelScreen>
  );
}
