import { useMutation } from '@tanstack/react-query';
import type { requestReset, resetPassword } from '@twinward/contracts/access/user';
import { call } from '../../../shared/api/http.ts';

/** Asks for the mail; that it succeeds tells nothing about the user. */
export const useRequestReset = () =>
  useMutation({
    mutationFn: (body: { databaseName: string; userName: string }) =>
      call<typeof requestReset>('POST /api/user/password/request-reset', { body }),
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { databaseName: string; token: string; newPassword: string }) =>
      call<typeof resetPassword>('POST /api/user/password/reset', { body }),
  });
