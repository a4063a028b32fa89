import { useMutation } from '@tanstack/react-query';
import type { listRelationships } from '@twinward/contracts/records/relationship';
import type {
  createStructure,
  deleteStructure,
  NewStructure,
  Structure,
  updateStructure,
} from '@twinward/contracts/records/structure';
import { useApiListQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

export { useStructures } from '../../shared/api/queries/use-structures.ts';

/** The relationships that can be parts of a structure. */
export const useTreeRelationships = () =>
  useApiListQuery<typeof listRelationships>(
    ['relationships', { tree: true }],
    'POST /api/relationships/filters',
    {
      query: { 'page-number': 1, 'page-size': 1000 },
      body: {
        filters: [{ field: 'Cardinality', operator: 'NotEqualTo', value: 'many-many', dataType: 'C' }],
        sorts: [{ field: 'Caption', direction: 'Ascending' }],
      },
    },
  );

const renews = ['structures', 'structure-nodes', 'relationships'] as const;

export type SavedStructure = NewStructure & { version: number | null };

/** Creates a structure, or updates an existing one. */
export const useSaveStructure = (structure: Structure | null) =>
  useMutation({
    mutationFn: ({ name, ...change }: SavedStructure) => {
      const { version, ...values } = change;
      return structure === null
        ? call<typeof createStructure>('POST /api/structures', { body: { ...values, name } })
        : call<typeof updateStructure>('PUT /api/structures/:name', {
            params: { name: structure.name },
            body: { ...values, version: version! },
          });
    },
    meta: {
      renews,
      renewsOnFailure: true,
      undo: ({ name }: Structure) => (structure === null ? () => removeStructure(name) : null),
    },
  });

const removeStructure = (name: string) =>
  call<typeof deleteStructure>('DELETE /api/structures/:name', { params: { name } });

export const useDeleteStructure = (name: string) =>
  useMutation({
    mutationFn: () => removeStructure(name),
    meta: { says: 'Deleted.', renews },
  });
