import { useMutation, useQuery } from '@tanstack/react-query';
import type {
  createUser,
  endUserSessions,
  listUsers,
  NewUser,
  User,
  UserChange,
  unlockUser,
  updateUser,
} from '@twinward/contracts/access/user';
import type { ListBody } from '@twinward/contracts/core/list';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiPage } from '../../../shared/api/api-query.ts';
import { call, callList } from '../../../shared/api/http.ts';
import { useSession } from '../../../shared/session/session-context.tsx';
import { useReplaceUser } from '../../../shared/session/use-replace-user.ts';

export const pageSize = 100;

export const useUsers = (body: ListBody, page: number) =>
  useApiPage<typeof listUsers>(['users', { body, page }], 'POST /api/users/filters', {
    page,
    pageSize,
    body,
  });

/** The user with a name, or null. */
export const useUserNamed = (userName: string) =>
  useQuery({
    queryKey: ['users', { userName }],
    queryFn: async ({ signal }) => {
      const { records } = await callList<typeof listUsers>('POST /api/users/filters', {
        query: { 'page-size': 10 },
        body: { filters: [{ field: 'UserName', operator: 'EqualTo', value: userName, dataType: 'C' }] },
        signal,
      });
      return records.find((user) => user.userName.toLowerCase() === userName.toLowerCase()) ?? null;
    },
  });

/** Creates a user, or updates the one with an id. */
export function useSaveUser(id: number | null) {
  const { user: self } = useSession();
  const replaceUser = useReplaceUser();
  return useMutation({
    mutationFn: (body: NewUser | UserChange) =>
      id === null
        ? call<typeof createUser>('POST /api/users', { body: body as NewUser })
        : call<typeof updateUser>('PUT /api/users/:id', { params: { id }, body }),
    onSuccess: (saved) => {
      if (saved.id === self.id) replaceUser(saved);
    },
    meta: { saves: ({ userName }: User) => ['users', { userName }], renews: ['users', 'groups'] },
  });
}

/** Ends all sessions of a user. */
export const useEndSessions = (id: number) =>
  useApiMutation<typeof endUserSessions>('POST /api/users/:id/sessions/end', { params: { id } });

/** Ends the delay of a user's sign-in after failed attempts. */
export const useUnlockUser = (id: number) =>
  useApiMutation<typeof unlockUser>('POST /api/users/:id/unlock', {
    params: { id },
    says: 'The user is unlocked.',
    renews: ['users'],
  });
