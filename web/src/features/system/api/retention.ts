import { useMutation } from '@tanstack/react-query';
import type { getSignInRules, SignInRules, setSignInRules } from '@twinward/contracts/access/session-setting';
import type { getRetention, RetentionSettings, setRetention } from '@twinward/contracts/system/general';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

const retentionKey = ['retention', {}] as const;

export const useRetention = () =>
  useApiQuery<typeof getRetention>(retentionKey, 'GET /api/settings/system/retention');

export const useSaveRetention = () =>
  useMutation({
    mutationFn: (body: RetentionSettings) =>
      call<typeof setRetention>('POST /api/settings/system/retention', { body }),
    meta: { saves: retentionKey },
  });

const rulesKey = ['sign-in-rules', {}] as const;

export const useSignInRules = () =>
  useApiQuery<typeof getSignInRules>(rulesKey, 'GET /api/settings/security/rules');

export const useSaveSignInRules = () =>
  useMutation({
    mutationFn: (body: SignInRules) =>
      call<typeof setSignInRules>('POST /api/settings/security/rules', { body }),
    meta: { saves: rulesKey },
  });
