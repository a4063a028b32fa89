import { useMutation } from '@tanstack/react-query';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import type { previewUpgrade } from '@twinward/contracts/library/upgrade';
import { call } from '../http.ts';

/** Starts a command that previews upgrading twins to another version of their model. Changes nothing. */
export const usePreviewUpgrade = (modelId: number) =>
  useMutation({
    mutationFn: (body: RouteBodyInput<typeof previewUpgrade>) =>
      call<typeof previewUpgrade>('POST /api/library/models/:id/upgrades', { params: { id: modelId }, body }),
  });
