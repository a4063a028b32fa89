import { useMutation } from '@tanstack/react-query';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import type { previewPlacement } from '@twinward/contracts/library/placement';
import { call } from '../http.ts';

/** Starts a command that previews applying a model to assets. Changes nothing. */
export const usePreviewPlacement = (modelId: number) =>
  useMutation({
    mutationFn: (body: RouteBodyInput<typeof previewPlacement>) =>
      call<typeof previewPlacement>('POST /api/library/models/:id/placements', {
        params: { id: modelId },
        body,
      }),
  });
