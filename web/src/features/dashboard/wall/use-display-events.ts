import { useQueryClient } from '@tanstack/react-query';
import type { followDisplay } from '@twinward/contracts/questions/display';
import { useEffect } from 'react';
import { send, toHeaders } from '../../../shared/api/http.ts';
import { followStream } from '../../../shared/live/follow-stream.ts';
import { createRenewer } from '../../../shared/live/renewal.ts';
import type { Credentials } from '../../../shared/session/credentials.ts';

/** Milliseconds before a rejected stream is retried, since the token may become valid again. */
const refusedWait = 60_000;

/** Invalidates the queries of a display by live events; all queries after a restart of the server. */
export function useDisplayEvents(token: Credentials): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const onEvent = createRenewer(queryClient);
    const open = (abort: AbortSignal): Promise<Response> =>
      send<typeof followDisplay>('GET /api/displays/events', {
        headers: { ...toHeaders(token), accept: 'text/event-stream' },
        signal: abort,
      });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void =>
      void followStream({ open, onEvent, signal }).catch(() => {
        if (!signal.aborted) timer = setTimeout(follow, refusedWait);
      });
    follow();
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [queryClient, token]);
}
