import type { LiveEvent } from '@twinward/contracts/core/event';
import { createParser } from 'eventsource-parser';
import { ApiError } from '../api/api-error.ts';

/** A stream that is silent for so many milliseconds is reopened. The server sends comments as keep-alives. */
const keepAliveTimeout = 1200_000;
const firstWait = 1000;
const longestWait = 30_000;

export interface Follow {
  /** Opens the stream after a given event. Rejects with an ApiError on an error response. */
  open: (signal: AbortSignal, lastEventId?: string) => Promise<Response>;
  onEvent: (event: LiveEvent) => void;
  signal: AbortSignal;
  /** Whether another tab read the stream before, so that events may have been missed. */
  takesOver?: boolean;
  /** Resolves after the given milliseconds, or at once when aborted. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Reads live events until aborted. Rejects on a response of 4xx other than 429. After any other failure, and at the end
 * of a stream, it reconnects with a back-off from 1 s to 30 s. Events between two streams may be lost, so each stream
 * after the first starts with a resync.
 */
export async function followStream({
  open,
  onEvent,
  signal,
  takesOver = false,
  wait = pause,
}: Follow): Promise<void> {
  let failures = 0;
  let mayHaveMissed = takesOver;
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    try {
      const connection = new AbortController();
      const response = await open(AbortSignal.any([signal, connection.signal]), lastEventId);
      if (mayHaveMissed) onEvent({ type: 'resync' });
      mayHaveMissed = true;
      await read(response, connection, (data, id) => {
        lastEventId = id ?? lastEventId;
        failures = 0;
        onEvent(JSON.parse(data) as LiveEvent);
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.isRefusal) throw error;
    }
    if (signal.aborted) return;
    await wait(Math.min(firstWait * 2 ** failures, longestWait), signal);
    failures += 1;
  }
}

async function read(
  response: Response,
  connection: AbortController,
  onMessage: (data: string, id: string | undefined) => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ data, id }) => onMessage(data, id) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), keepAliveTimeout);
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  } finally {
    clearTimeout(silence);
    connection.abort();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
