import { useMutation } from '@tanstack/react-query';
import type { calculateMtbf, getMtbf } from '@twinward/contracts/assets/mtbf';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import type { Key } from '../api/query-key.ts';

const keyOf = (assetId: number): Key => ['mtbf', { assetId }];

/** The measured MTBF of an asset as it was last calculated. */
export const useMtbf = (assetId: number) =>
  useApiQuery<typeof getMtbf>(keyOf(assetId), 'GET /api/assets/:id/mtbf', { params: { id: assetId } });

/** Calculates it anew. */
export const useCalculateMtbf = (assetId: number) =>
  useMutation({
    mutationFn: () =>
      call<typeof calculateMtbf>('PUT /api/assets/:id/mtbf/calc', { params: { id: assetId } }),
    // The twin of the asset shows it too.
    meta: { saves: keyOf(assetId), renews: ['twins'] },
  });
