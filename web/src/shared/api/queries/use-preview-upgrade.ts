import type { previewUpgrade } from '@twinward/contracts/library/upgrade';
import { useApiMutation } from '../api-mutation.ts';

/** Starts a command that previews upgrading twins to another version of their model. Changes nothing. */
export const usePreviewUpgrade = (modelId: number) =>
  useApiMutation<typeof previewUpgrade>('POST /api/library/models/:id/upgrades', { params: { id: modelId } });
