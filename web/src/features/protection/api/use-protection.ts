import type { getProtection } from '@twinward/contracts/protections/protection';
import { useApiQuery } from '../../../shared/api/api-query.ts';

export const useProtection = (protectionId: number) =>
  useApiQuery<typeof getProtection>(['protections', { protectionId }], 'GET /api/indicators/:id', {
    params: { id: protectionId },
  });
