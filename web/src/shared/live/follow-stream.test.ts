import type { LiveEvent } from '@twinward/contracts/core/event';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { followStream } from './follow-stream.ts';

const points: LiveEvent = { type: 'points', tagIds: [3] };
const stream = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/event-stream' } });
const refuse = (status: number) => new ApiError(status, { title: 'No' });

/** Follows a stream whose attempts to open have the given results, and stops after the last. */
async function follow(openings: (Response | Error)[], takesOver = false) {
  const stop = new AbortController();
  const events: LiveEvent[] = [];
  const waits: number[] = [];
  const left = [...openings];
  const after: (string | undefined)[] = [];
  const result = await followStream({
    open: async (_, lastEventId) => {
      after.push(lastEventId);
      const next = left.shift();
      if (next === undefined) {
        stop.abort();
        throw new Error('no more');
      }
      if (next instanceof Error) throw next;
      return next;
    },
    onEvent: (event) => events.push(event),
    signal: stop.signal,
    takesOver,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  }).then(
    () => 'stopped',
    (error: unknown) => error,
  );
  return { events, waits, result, after };
}

describe('following the event stream', () => {
  it('forwards each event and ignores comments', async () => {
    const { events } = await follow([
      stream(
        ': hello\n\ndata: {"type":"resync"}\n\n: still here\n\ndata: {"type":"points","tagIds":[3]}\n\n',
      ),
    ]);
    expect(events).toEqual([{ type: 'resync' }, points]);
  });

  it.each([400, 401, 403, 404])('stops after a response of %i', async (status) => {
    const { result, waits } = await follow([
      refuse(status),
      stream('data: {"type":"points","tagIds":[3]}\n\n'),
    ]);
    expect(result).toMatchObject({ status });
    expect(waits).toEqual([]);
  });

  it.each([0, 429, 500, 502, 503])('retries after a response of %i', async (status) => {
    const { result, events } = await follow([
      refuse(status),
      stream('data: {"type":"points","tagIds":[3]}\n\n'),
    ]);
    expect(result).toBe('stopped');
    expect(events).toEqual([points]);
  });

  it('reconnects when the stream ends, and then requests a resync', async () => {
    const text = 'event: points\ndata: {"type":"points","tagIds":[3]}\n\n';
    const { events } = await follow([stream(text), refuse(503), stream(text)]);
    expect(events).toEqual([points, { type: 'resync' }, points]);
  });

  it('sends the id of the last event', async () => {
    const { after } = await follow([
      stream('id: 7\ndata: {"type":"resync"}\n\ndata: {"type":"points","tagIds":[3]}\n\n'),
      stream(''),
    ]);
    expect(after).toEqual([undefined, '7', '7']);
  });

  it('requests a resync when it takes over', async () => {
    const { events } = await follow([stream('data: {"type":"points","tagIds":[3]}\n\n')], true);
    expect(events).toEqual([{ type: 'resync' }, points]);
  });

  it('doubles the delay after each failure up to half a minute, and resets it after an event', async () => {
    const down = Array.from({ length: 7 }, () => refuse(503));
    const { waits } = await follow([
      ...down,
      stream('data: {"type":"points","tagIds":[3]}\n\n'),
      refuse(503),
    ]);
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000, 2000]);
  });
});
