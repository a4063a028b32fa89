import type { getSessionSettings, updateSessionSettings } from '@twinward/contracts/access/session-setting';
import type { endAllSessions } from '@twinward/contracts/access/user';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

const key = ['session-settings', {}] as const;

export const useSessionSettings = () =>
  useApiQuery<typeof getSessionSettings>(key, 'GET /api/settings/security/sessions');

export const useSaveSessionSettings = () =>
  useApiMutation<typeof updateSessionSettings>('POST /api/settings/security/sessions', { saves: key });

/** Ends the sessions of all other users. */
export const useEndAllSessions = () => useApiMutation<typeof endAllSessions>('POST /api/users/sessions/end');
