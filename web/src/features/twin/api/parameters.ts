import { useMutation } from '@tanstack/react-query';
import type { TwinParametersChange, updateTwinParameters } from '@twinward/contracts/twins/parameter';
import { call } from '../../../shared/api/http.ts';

/** Replaces the parameters of a twin. */
export const useSaveParameters = (twinId: number) =>
  useMutation({
    mutationFn: (body: TwinParametersChange) =>
      call<typeof updateTwinParameters>('PUT /api/twins/:id/parameters', { params: { id: twinId }, body }),
    meta: {
      saves: () => ['twin-parameters', { twinId }],
      renews: ['twins', 'protections', 'tags'],
    },
  });
