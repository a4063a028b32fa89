import { useMutation } from '@tanstack/react-query';
import type { calculateMtbf, getMtbf } from '@twinward/contracts/assets/mtbf';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import type { Key } from '../api/query-key.ts';

const toKey = (assetId: number): Key => ['mtbf', { assetId }];

/** The last calculated MTBF of an asset. */
export const useMtbf = (assetId: number) =>
  useApiQuery<typeof getMtbf>(toKey(assetId), 'GET /api/assets/:id/mtbf', { params: { id: assetId } });

/** Recalculates the MTBF of an asset. */
export const useCalculateMtbf = (assetId: number) =>
  useMutation({
    mutationFn: () =>
      call<typeof calculateMtbf>('PUT /api/assets/:id/mtbf/calc', { params: { id: assetId } }),
    // The asset's twin shows the MTBF too.
    meta: { saves: toKey(assetId), renews: ['twins'] },
  });
