import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { ModelInputs } from './model-inputs.tsx';
import { ModelScreen } from './model-screen.tsx';
import { ModelTags } from './model-tags.tsx';

/** `/apps/library/twin-models/:modelId/tags` */
export function ModelTagsPage(): ReactNode {
  return (
    <ModelScreen>
      {(draft) => (
        <Stack spacing={6}>
          <ModelInputs draft={draft} />
          <ModelTags draft={draft} />
        </Stack>
      )}
    </ModelScreen>
  );
}
