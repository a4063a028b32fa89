import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLiveEvents } from '../../shared/live/use-live-events.ts';
import { onSessionChange, readStored } from '../../shared/session/credentials.ts';
import { onRestriction, restrictedPath } from '../../shared/session/restriction.ts';
import { loadSession } from '../../shared/session/session.ts';
import { SessionContext } from '../../shared/session/session-context.tsx';
import { endUndo } from '../../ui/feedback/announcer.tsx';
import { TimeZoneProvider } from '../../ui/format/time-zone.ts';
import { StartFailure } from '../shell/start-failure.tsx';
import { SessionCountdown } from './session-countdown.tsx';

/** Loads the signed-in user before anything else is shown, and follows sign-in and sign-out in any tab. */
export function SessionProvider({ children }: { children: ReactNode }): ReactNode {
  const { credentials } = useSyncExternalStore(onSessionChange, readStored);
  const sessionId = credentials?.sessionId ?? null;
  useForgetOtherSessions(sessionId);
  const found = useQuery({
    queryKey: ['user', { sessionId }],
    queryFn: () => (credentials === null ? null : loadSession(credentials)),
    enabled: credentials !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const session = credentials === null ? null : (found.data ?? null);
  // Opened before the first screen sends requests, so that no change is missed.
  useLiveEvents(session !== null && restrictedPath(session) !== null ? null : sessionId);
  const { refetch } = found;
  useEffect(() => onRestriction(() => void refetch()), [refetch]);

  if (credentials !== null && found.isPending) return null;
  if (credentials !== null && found.isError && found.data === undefined) {
    return <StartFailure error={found.error} onRetry={() => void found.refetch()} />;
  }
  const screens = (
    <SessionContext value={session}>
      {children}
      {session === null || sessionId === null ? null : (
        <SessionCountdown key={sessionId} sessionId={sessionId} />
      )}
    </SessionContext>
  );
  return session === null ? (
    screens
  ) : (
    <TimeZoneProvider value={session.user.timeZone}>{screens}</TimeZoneProvider>
  );
}

/** Removes the cached data of the previous session when the session changes. */
function useForgetOtherSessions(sessionId: string | null): void {
  const queryClient = useQueryClient();
  const shown = useRef(sessionId);
  useEffect(() => {
    if (shown.current === sessionId) return;
    shown.current = sessionId;
    endUndo();
    queryClient.removeQueries({
      predicate: ({ queryKey: [entity, scope] }) => entity !== 'user' || scope.sessionId !== sessionId,
    });
  }, [queryClient, sessionId]);
}
