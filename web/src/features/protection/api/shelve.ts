import { useMutation } from '@tanstack/react-query';
import type { shelveProtections, unshelveProtections } from '@twinward/contracts/protections/shelving';
import { call } from '../../../shared/api/http.ts';

/** Queries that show whether a protection is shelved. */
const showShelving = ['protections', 'twins', 'twin-levels', 'watches', 'excursions'] as const;

export const useShelve = () =>
  useMutation({
    mutationFn: (body: { ids: number[]; until: string; reason: string }) =>
      call<typeof shelveProtections>('POST /api/indicators/shelve', { body }),
    meta: { says: 'Shelved.', renews: showShelving },
  });

export const useUnshelve = () =>
  useMutation({
    mutationFn: (ids: number[]) =>
      call<typeof unshelveProtections>('POST /api/indicators/unshelve', { body: { ids } }),
    meta: { says: 'Unshelved.', renews: showShelving },
  });
