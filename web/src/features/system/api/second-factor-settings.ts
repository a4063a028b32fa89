import type {
  getSecondFactorSettings,
  setSecondFactorSettings,
} from '@twinward/contracts/access/second-factor';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

export const useSecondFactorSettings = () =>
  useApiQuery<typeof getSecondFactorSettings>(
    ['second-factor-settings', {}],
    'GET /api/settings/security/second-factor',
  );

export const useSaveSecondFactorSettings = () =>
  useApiMutation<typeof setSecondFactorSettings>('POST /api/settings/security/second-factor', {
    saves: ['second-factor-settings', {}],
  });
