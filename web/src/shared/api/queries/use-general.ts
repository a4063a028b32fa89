import { useMutation } from '@tanstack/react-query';
import type {
  GeneralSettings,
  getGeneralSettings,
  setGeneralSettings,
} from '@twinward/contracts/system/general';
import { useApiQuery } from '../api-query.ts';
import { call } from '../http.ts';

const key = ['general-settings', {}] as const;

/** General settings of the tenant: name, currency and banner. */
export const useGeneral = (enabled = true) =>
  useApiQuery<typeof getGeneralSettings>(
    key,
    'GET /api/settings/system/general',
    {},
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  );

export const useSaveGeneral = () =>
  useMutation({
    mutationFn: (body: GeneralSettings) =>
      call<typeof setGeneralSettings>('POST /api/settings/system/general', { body }),
    meta: { saves: key },
  });
