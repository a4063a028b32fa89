import { useQuery } from '@tanstack/react-query';
import type { getProtection } from '@twinward/contracts/protections/protection';
import { call } from '../../../shared/api/http.ts';

export const useProtection = (protectionId: number) =>
  useQuery({
    queryKey: ['protections', { protectionId }],
    queryFn: ({ signal }) =>
      call<typeof getProtection>('GET /api/indicators/:id', { params: { id: protectionId }, signal }),
  });
