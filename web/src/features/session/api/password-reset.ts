import type { requestReset, resetPassword } from '@twinward/contracts/access/user';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';

/** Requests a reset mail. Success does not reveal whether the user exists. */
export const useRequestReset = () =>
  useApiMutation<typeof requestReset>('POST /api/user/password/request-reset');

export const useResetPassword = () => useApiMutation<typeof resetPassword>('POST /api/user/password/reset');
