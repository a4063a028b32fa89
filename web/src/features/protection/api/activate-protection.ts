import { useMutation } from '@tanstack/react-query';
import type { Protection, updateProtection } from '@twinward/contracts/protections/protection';
import { call } from '../../../shared/api/http.ts';
import { type TwinProtection, toBody, toDraft } from '../../../shared/protection/draft.ts';

/** Activates or deactivates a saved protection. Rejected if its version is outdated. */
const setActive = (protection: TwinProtection, active: boolean): Promise<Protection> => {
  const { id, version } = protection;
  return call<typeof updateProtection>('PUT /api/indicators/:id', {
    params: { id },
    body: { ...toBody({ ...toDraft(protection), active }, protection), version },
  });
};

export const useActivateProtection = (twinId: number) =>
  useMutation({
    mutationFn: (protection: TwinProtection) => setActive(protection, true),
    meta: {
      says: 'Activated.',
      saves: ({ id }: Protection) => ['protections', { protectionId: id }],
      renews: [
        ['protections', { twinId }],
        ['twins', { twinId }],
      ],
      undo: (activated: Protection) => () => setActive(activated, false),
    },
  });
