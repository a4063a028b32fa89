import type { LiveEvent, subscribe } from '@twinward/contracts/core/event';
import { send } from '../api/http.ts';
import { type Follow, followStream } from './follow-stream.ts';

const openStream: Follow['open'] = (signal, lastEventId) =>
  send<typeof subscribe>('GET /api/notifications/subscription', {
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal,
  });

/**
 * Reads the live events of a session over one connection for all tabs of the browser. The tab that holds the lock reads
 * the stream and broadcasts events; when it closes, another tab takes over.
 * @returns a function that stops it
 */
export function shareLiveEvents(
  sessionId: string,
  onEvent: (event: LiveEvent) => void,
  open: Follow['open'] = openStream,
): () => void {
  const name = `twinward.live.${sessionId}`;
  const ended = new AbortController();
  const { signal } = ended;
  // Browsers offer locks only in secure contexts; otherwise each tab reads for itself.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) {
    void followStream({ open, onEvent, signal }).catch(() => undefined);
    return () => ended.abort();
  }

  const channel = new BroadcastChannel(name);
  channel.onmessage = (message: MessageEvent<LiveEvent>) => onEvent(message.data);
  const forward = (event: LiveEvent): void => {
    onEvent(event);
    channel.postMessage(event);
  };
  // After a fatal error, keep the lock, so that the other tabs do not retry.
  const read = (takesOver: boolean): Promise<void> =>
    followStream({ open, onEvent: forward, signal, takesOver }).catch(() => untilAborted(signal));
  void locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) return false;
      await read(false);
      return true;
    })
    .then((wasFirst) => (wasFirst ? undefined : locks.request(name, { signal }, () => read(true))))
    .catch(() => undefined);
  return () => {
    ended.abort();
    channel.close();
  };
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
