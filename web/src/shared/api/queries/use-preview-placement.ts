import type { previewPlacement } from '@twinward/contracts/library/placement';
import { useApiMutation } from '../api-mutation.ts';

/** Starts a command that previews applying a model to assets. Changes nothing. */
export const usePreviewPlacement = (modelId: number) =>
  useApiMutation<typeof previewPlacement>('POST /api/library/models/:id/placements', {
    params: { id: modelId },
  });
