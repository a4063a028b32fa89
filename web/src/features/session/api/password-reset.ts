import { useMutation } from '@tanstack/react-query';
import type { requestReset, resetPassword } from '@twinward/contracts/access/user';
import { call } from '../../../shared/api/http.ts';

/** Requests a reset mail. Success does not reveal whether the user exists. */
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
