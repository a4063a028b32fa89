import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { shelveProtections, unshelveProtections } from '@twinward/contracts/protections/shelving';
import { call } from '../../../shared/api/http.ts';
import type { Entity } from '../../../shared/api/query-client.ts';

const concerned: ReadonlySet<Entity> = new Set([
  'protections',
  'twins',
  'twin-levels',
  'watches',
  'excursions',
]);

function useRenewal() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [entity] }) => concerned.has(entity) });
}

export function useShelve() {
  const renew = useRenewal();
  return useMutation({
    mutationFn: (body: { ids: number[]; until: string; reason: string }) =>
      call<typeof shelveProtections>('POST /api/indicators/shelve', { body }),
    onSuccess: renew,
  });
}

export function useUnshelve() {
  const renew = useRenewal();
  return useMutation({
    mutationFn: (ids: number[]) =>
      call<typeof unshelveProtections>('POST /api/indicators/unshelve', { body: { ids } }),
    onSuccess: renew,
  });
}
