import { useMutation } from '@tanstack/react-query';
import type {
  createGroup,
  deleteGroup,
  Group,
  GroupChange,
  getGroup,
  listGroups,
  NewGroup,
  updateGroup,
} from '@twinward/contracts/access/group';
import type { ListBody } from '@twinward/contracts/core/list';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const pageSize = 100;

export const useGroupList = (body: ListBody, page: number) =>
  useApiPage<typeof listGroups>(['groups', { body, page }], 'POST /api/groups/filters', {
    page,
    pageSize,
    body,
  });

export const useGroup = (name: string) =>
  useApiQuery<typeof getGroup>(['groups', { name }], 'GET /api/groups/:name', { params: { name } });

/** Creates a group, or updates the one with a name. */
export const useSaveGroup = (name: string | null) =>
  useMutation({
    mutationFn: ({ name: newName, ...change }: GroupChange & { name: string }) =>
      name === null
        ? call<typeof createGroup>('POST /api/groups', { body: { ...change, name: newName } as NewGroup })
        : call<typeof updateGroup>('PUT /api/groups/:name', { params: { name }, body: change }),
    meta: {
      saves: ({ name: saved }: Group) => ['groups', { name: saved }],
      renews: ['groups', 'users'],
      // Changes of groups are not versioned.
      undo: (saved: Group) => (name === null ? () => removeGroup(saved.name) : null),
    },
  });

const removeGroup = (name: string) =>
  call<typeof deleteGroup>('DELETE /api/groups/:name', { params: { name } });

export const useDeleteGroup = (name: string) =>
  useMutation({
    mutationFn: () => removeGroup(name),
    meta: { deletes: { name }, renews: ['groups', 'users'] },
  });
