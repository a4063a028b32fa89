import { useMutation } from '@tanstack/react-query';
import type {
  standardStructure as contractName,
  getChosenStructure,
  listStructures,
  setChosenStructure,
} from '@twinward/contracts/records/structure';
import { useApiListQuery, useApiQuery } from '../api-query.ts';
import { call } from '../http.ts';

/** The name of the structure of locations. */
export const standardStructure: typeof contractName = 'location';

/** All structures, ordered by caption. */
export const useStructures = () =>
  useApiListQuery<typeof listStructures>(['structures', { all: true }], 'POST /api/structures/filters', {
    query: { 'page-number': 1, 'page-size': 1000 },
    body: { sorts: [{ field: 'Caption', direction: 'Ascending' }] },
  });

/** The name of the structure that the user has chosen for trees and locations. */
export const useChosenStructure = () =>
  useApiQuery<typeof getChosenStructure>(['chosen-structure', {}], 'GET /api/settings/user/structure');

export const useChooseStructure = () =>
  useMutation({
    mutationFn: (name: string) =>
      call<typeof setChosenStructure>('POST /api/settings/user/structure', { body: { name } }),
    meta: { says: null, saves: ['chosen-structure', {}], renews: ['assets', 'protections'] },
  });
