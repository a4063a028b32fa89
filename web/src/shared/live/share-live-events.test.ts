import { waitFor } from '@testing-library/react';
import type { LiveEvent } from '@twinward/contracts/core/event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { shareLiveEvents } from './share-live-events.ts';

/** Exclusive locks like a browser's: one holder, the others queue. */
class Locks {
  private tail: Promise<unknown> = Promise.resolve();
  private users = 0;
  request(
    _: string,
    options: { signal?: AbortSignal; ifAvailable?: boolean },
    use: (lock: object | null) => Promise<unknown>,
  ): Promise<unknown> {
    if (options.ifAvailable && this.users > 0) return use(null);
    this.users += 1;
    const mine = this.tail
      .then(() => (options.signal?.aborted ? undefined : use({})))
      .finally(() => {
        this.users -= 1;
      });
    this.tail = mine;
    return mine;
  }
}

/** A server that sends events to every connection on demand. */
function liveServer(status = 200) {
  const connections = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let opened = 0;
  return {
    opened: () => opened,
    connected: () => connections.size,
    send: (event: LiveEvent) => {
      for (const each of connections)
        each.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    },
    open: async (signal: AbortSignal): Promise<Response> => {
      opened += 1;
      if (status !== 200) throw new ApiError(status, {});
      let own: ReadableStreamDefaultController<Uint8Array>;
      return new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            own = controller;
            connections.add(controller);
            signal.addEventListener('abort', () => {
              if (connections.delete(own)) own.error(new DOMException('aborted', 'AbortError'));
            });
          },
        }),
      );
    },
  };
}

const event: LiveEvent = { type: 'points', tagIds: [3] };
const stops: (() => void)[] = [];

function openTab(open: ReturnType<typeof liveServer>['open']) {
  const heard: LiveEvent[] = [];
  const stop = shareLiveEvents('session', (each) => heard.push(each), open);
  stops.push(stop);
  return { heard, close: stop };
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new Locks() });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('live events in several tabs', () => {
  it('share one connection', async () => {
    const server = liveServer();
    const first = openTab(server.open);
    const second = openTab(server.open);
    await waitFor(() => expect(server.connected()).toBe(1));
    server.send(event);
    await waitFor(() => expect(second.heard).toEqual([event]));
    expect(first.heard).toEqual([event]);
    expect(server.opened()).toBe(1);
  });

  it('continue in another tab when the tab with the connection closes', async () => {
    const server = liveServer();
    const first = openTab(server.open);
    const second = openTab(server.open);
    await waitFor(() => expect(server.connected()).toBe(1));
    first.close();
    await waitFor(() => expect(server.opened()).toBe(2));
    await waitFor(() => expect(server.connected()).toBe(1));
    server.send(event);
    await waitFor(() => expect(second.heard).toEqual([{ type: 'resync' }, event]));
    expect(first.heard).toEqual([]);
  });

  it('are requested only once if rejected', async () => {
    const server = liveServer(403);
    openTab(server.open);
    openTab(server.open);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(server.opened()).toBe(1);
  });

  it('use a connection per tab if the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    const server = liveServer();
    const tabs = [openTab(server.open), openTab(server.open)];
    await waitFor(() => expect(server.connected()).toBe(2));
    server.send(event);
    await waitFor(() => expect(tabs.map((tab) => tab.heard)).toEqual([[event], [event]]));
  });
});
