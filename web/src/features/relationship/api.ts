import { useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  createRelationship,
  deleteRelationship,
  getRelationship,
  listRelationships,
  NewRelationship,
  Relationship,
  updateRelationship,
} from '@twinward/contracts/records/relationship';
import { useApiPage, useApiQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

export const pageSize = 100;

export const useRelationshipList = (body: ListBody, page: number) =>
  useApiPage<typeof listRelationships>(['relationships', { body, page }], 'POST /api/relationships/filters', {
    page,
    pageSize,
    body,
  });

export const useRelationship = (name: string) =>
  useApiQuery<typeof getRelationship>(['relationships', { name }], 'GET /api/relationships/:name', {
    params: { name },
  });

const renews = ['relationships', 'links', 'structures', 'structure-nodes'] as const;

export type SavedRelationship = NewRelationship & { version: number | null };

/** Creates a relationship, or updates the one with a name. */
export const useSaveRelationship = (name: string | null) =>
  useMutation({
    mutationFn: ({ version, ...values }: SavedRelationship) => {
      const { name: _, fromType, toType, ...change } = values;
      return name === null
        ? call<typeof createRelationship>('POST /api/relationships', { body: values })
        : call<typeof updateRelationship>('PUT /api/relationships/:name', {
            params: { name },
            body: { ...change, version: version! },
          });
    },
    meta: {
      saves: ({ name: saved }: Relationship) => ['relationships', { name: saved }],
      renews,
      renewsOnFailure: true,
      undo: (saved: Relationship) => (name === null ? () => removeRelationship(saved.name) : null),
    },
  });

const removeRelationship = (name: string) =>
  call<typeof deleteRelationship>('DELETE /api/relationships/:name', { params: { name } });

export const useDeleteRelationship = (name: string) =>
  useMutation({
    mutationFn: () => removeRelationship(name),
    meta: { deletes: { name }, renews },
  });
