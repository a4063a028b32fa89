import type {
  standardStructure as contractName,
  getChosenStructure,
  listStructures,
  setChosenStructure,
} from '@twinward/contracts/records/structure';
import { useApiMutation } from '../api-mutation.ts';
import { useApiListQuery, useApiQuery } from '../api-query.ts';

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
  useApiMutation<typeof setChosenStructure, string>('POST /api/settings/user/structure', {
    toCall: (name) => ({ body: { name } }),
    says: null,
    saves: ['chosen-structure', {}],
    renews: ['assets', 'protections'],
  });
