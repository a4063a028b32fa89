import { useMutation } from '@tanstack/react-query';
import type { updateCurrentPassword, updateCurrentUser } from '@twinward/contracts/access/user';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import { call } from '../../../shared/api/http.ts';
import { useReplaceUser } from '../../../shared/session/use-replace-user.ts';

export function useUpdateProfile() {
  const replaceUser = useReplaceUser();
  return useMutation({
    mutationFn: (body: RouteBodyInput<typeof updateCurrentUser>) =>
      call<typeof updateCurrentUser>('POST /api/user/current/update', { body }),
    onSuccess: replaceUser,
    meta: { renews: ['email-change'] },
  });
}

export const useUpdatePassword = () =>
  useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      call<typeof updateCurrentPassword>('POST /api/user/current/update/password', { body }),
  });
