import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRenewer } from './renewal.ts';
import { shareLiveEvents } from './share-live-events.ts';

/** Invalidates queries by live events of the server during a session. */
export function useLiveEvents(sessionId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (sessionId === null) return;
    return shareLiveEvents(sessionId, createRenewer(queryClient));
  }, [queryClient, sessionId]);
}
