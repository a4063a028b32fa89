import type { retryProtection } from '@twinward/contracts/protections/protection';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';

/** Retries a protection that was set aside. */
export const useRetryProtection = (twinId: number) =>
  useApiMutation<typeof retryProtection, number>('POST /api/indicators/:id/retry', {
    toCall: (id) => ({ params: { id } }),
    says: null,
    saves: ({ id }) => ['protections', { protectionId: id }],
    renews: [['protections', { twinId }]],
  });
