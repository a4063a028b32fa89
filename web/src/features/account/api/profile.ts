import type { updateCurrentPassword, updateCurrentUser } from '@twinward/contracts/access/user';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useReplaceUser } from '../../../shared/session/use-replace-user.ts';

export function useUpdateProfile() {
  const replaceUser = useReplaceUser();
  return useApiMutation<typeof updateCurrentUser>('POST /api/user/current/update', {
    onSuccess: replaceUser,
    renews: ['email-change'],
  });
}

export const useUpdatePassword = () =>
  useApiMutation<typeof updateCurrentPassword>('POST /api/user/current/update/password');
