import type { getSignInRules, setSignInRules } from '@twinward/contracts/access/session-setting';
import type { getRetention, setRetention } from '@twinward/contracts/system/general';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

const retentionKey = ['retention', {}] as const;

export const useRetention = () =>
  useApiQuery<typeof getRetention>(retentionKey, 'GET /api/settings/system/retention');

export const useSaveRetention = () =>
  useApiMutation<typeof setRetention>('POST /api/settings/system/retention', { saves: retentionKey });

const rulesKey = ['sign-in-rules', {}] as const;

export const useSignInRules = () =>
  useApiQuery<typeof getSignInRules>(rulesKey, 'GET /api/settings/security/rules');

export const useSaveSignInRules = () =>
  useApiMutation<typeof setSignInRules>('POST /api/settings/security/rules', { saves: rulesKey });
