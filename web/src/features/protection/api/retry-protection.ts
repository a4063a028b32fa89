import { useMutation } from '@tanstack/react-query';
import type { Protection, retryProtection } from '@twinward/contracts/protections/protection';
import { call } from '../../../shared/api/http.ts';

/** Retries a protection that was set aside. */
export const useRetryProtection = (twinId: number) =>
  useMutation({
    mutationFn: (id: number) =>
      call<typeof retryProtection>('POST /api/indicators/:id/retry', { params: { id } }),
    meta: {
      says: null,
      saves: ({ id }: Protection) => ['protections', { protectionId: id }],
      renews: [['protections', { twinId }]],
    },
  });
