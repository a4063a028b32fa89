import { useMutation } from '@tanstack/react-query';
import type {
  getSecondFactorSettings,
  SecondFactorSettings,
  setSecondFactorSettings,
} from '@twinward/contracts/access/second-factor';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const useSecondFactorSettings = () =>
  useApiQuery<typeof getSecondFactorSettings>(
    ['second-factor-settings', {}],
    'GET /api/settings/security/second-factor',
  );

export const useSaveSecondFactorSettings = () =>
  useMutation({
    mutationFn: (body: SecondFactorSettings) =>
      call<typeof setSecondFactorSettings>('POST /api/settings/security/second-factor', { body }),
    meta: { saves: ['second-factor-settings', {}] },
  });
