import { useMutation } from '@tanstack/react-query';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import type { previewPlacement } from '@twinward/contracts/library/placement';
import { call } from '../http.ts';

/** Finds what would become of assets that a model is put on, without changing anything. */
export const usePreviewPlacement = (modelId: number) =>
  useMutation({
    mutationFn: (body: RouteBodyInput<typeof previewPlacement>) =>
      call<typeof previewPlacement>('POST /api/library/models/:id/placements', {
        params: { id: modelId },
        body,
      }),
  });
