import type { getGeneralSettings, setGeneralSettings } from '@twinward/contracts/system/general';
import { useApiMutation } from '../api-mutation.ts';
import { useApiQuery } from '../api-query.ts';

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
  useApiMutation<typeof setGeneralSettings>('POST /api/settings/system/general', { saves: key });
