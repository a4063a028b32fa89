import { useMutation } from '@tanstack/react-query';
import type {
  confirmPasskey,
  confirmTotp,
  getSecondFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from '@twinward/contracts/access/second-factor';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import { createPasskey } from '../../../shared/session/passkeys.ts';

export const useSecondFactors = () =>
  useApiQuery<typeof getSecondFactors>(['second-factors', {}], 'GET /api/user/current/second-factor');

/** Queries to invalidate. Adding the first factor also ends other sessions. */
const changedWithFactors = ['second-factors', 'own-sessions'] as const;

export const useStartTotp = () =>
  useApiMutation<typeof startTotp>('POST /api/user/current/second-factor/totp');

export const useConfirmTotp = () =>
  useApiMutation<typeof confirmTotp>('POST /api/user/current/second-factor/totp/confirm', {
    renews: changedWithFactors,
  });

/** Registers a passkey: requests options from the server, creates it in the browser, and saves it on the server. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async ({ password, name }: { password: string; name: string }) => {
      const { challenge, options } = await call<typeof startPasskey>(
        'POST /api/user/current/second-factor/passkeys',
        { body: { password } },
      );
      const registration = await createPasskey(options);
      return call<typeof confirmPasskey>('POST /api/user/current/second-factor/passkeys/confirm', {
        body: { challenge, name, registration },
      });
    },
    meta: { renews: changedWithFactors },
  });

export const useRemoveTotp = () =>
  useApiMutation<typeof removeTotp>('POST /api/user/current/second-factor/totp/remove', {
    renews: changedWithFactors,
  });

export const useRemovePasskey = (passkeyId: number) =>
  useApiMutation<typeof removePasskey>('POST /api/user/current/second-factor/passkeys/:passkeyId/remove', {
    params: { passkeyId },
    renews: changedWithFactors,
  });

export const useRenewRecoveryCodes = () =>
  useApiMutation<typeof renewRecoveryCodes>('POST /api/user/current/second-factor/recovery-codes', {
    renews: changedWithFactors,
  });
