import { useMutation } from '@tanstack/react-query';
import type { endOtherSessions, endOwnSession, listOwnSessions } from '@twinward/contracts/access/session';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** The user's sessions. */
export const useOwnSessions = () =>
  useApiQuery<typeof listOwnSessions>(['own-sessions', {}], 'GET /api/user/current/sessions');

/** Ends one session of the user by its id or, without an id, all but the current one. */
export const useEndSessions = () =>
  useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null
        ? call<typeof endOtherSessions>('DELETE /api/user/current/sessions')
        : call<typeof endOwnSession>('DELETE /api/user/current/sessions/:sessionId', {
            params: { sessionId },
          }),
    meta: { says: 'Signed out elsewhere.', renews: ['own-sessions'], renewsOnFailure: true },
  });
