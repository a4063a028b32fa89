import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { DraftSection } from './draft-section.tsx';
import { DraftSimulationSection } from './draft-simulation.tsx';
import { ModelScreen } from './model-screen.tsx';
import { VersionList } from './version-list.tsx';

/** `/apps/library/twin-models/:modelId`: the draft of a model with its problems and simulation, and the versions. */
export function ModelPage(): ReactNode {
  return (
    <ModelScreen>
      {({ model }) => (
        <Stack spacing={6}>
          {model.draftVersionId === null ? null : (
            <>
              <DraftSection model={model} draftVersionId={model.draftVersionId} />
              <DraftSimulationSection model={model} />
            </>
          )}
          <VersionList model={model} />
        </Stack>
      )}
    </ModelScreen>
  );
}
