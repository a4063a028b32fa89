import { useMutation } from '@tanstack/react-query';
import type { confirmEmail } from '@twinward/contracts/access/user';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import { call } from '../../../shared/api/http.ts';

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (body: RouteBodyInput<typeof confirmEmail>) =>
      call<typeof confirmEmail>('POST /api/user/email/confirm', { body }),
  });
