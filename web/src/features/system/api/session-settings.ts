import { useMutation } from '@tanstack/react-query';
import type {
  getSessionSettings,
  SessionSettings,
  updateSessionSettings,
} from '@twinward/contracts/access/session-setting';
import type { endAllSessions } from '@twinward/contracts/access/user';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

const key = ['session-settings', {}] as const;

export const useSessionSettings = () =>
  useApiQuery<typeof getSessionSettings>(key, 'GET /api/settings/security/sessions');

export const useSaveSessionSettings = () =>
  useMutation({
    mutationFn: (body: SessionSettings) =>
      call<typeof updateSessionSettings>('POST /api/settings/security/sessions', { body }),
    meta: { saves: key },
  });

/** Ends the sessions of all other users. */
export const useEndAllSessions = () =>
  useMutation({ mutationFn: () => call<typeof endAllSessions>('POST /api/users/sessions/end') });
