import { useMutation } from '@tanstack/react-query';
import type { ProfileChange, updateCurrentPassword, updateCurrentUser } from '@twinward/contracts/user';
import { call } from '../../../app/http.ts';
import { useReplaceUser } from '../../../app/session/use-replace-user.ts';

export function useUpdateProfile() {
  const replaceUser = useReplaceUser();
  return useMutation({
    mutationFn: (body: ProfileChange) =>
      call<typeof updateCurrentUser>('POST /api/user/current/update', { body }),
    onSuccess: replaceUser,
  });
}

export const useUpdatePassword = () =>
  useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      call<typeof updateCurrentPassword>('POST /api/user/current/update/password', { body }),
  });
