import type { LiveEvent } from '@twinward/contracts/core/event';
import type { FastifyReply } from 'fastify';

/** Interval of keep-alive comments, which keep proxies from closing an idle stream. */
const keepAliveInterval = 25_000;
/** Maximum buffered bytes; a slower reader is disconnected and reconnects. */
const maximumBacklog = 1024 * 1024;

export interface EventStream {
  /** @param id that the reader sends when it reconnects. */
  send(event: LiveEvent, id?: number): void;
  close(): void;
}

/** Turns a reply into a stream of server-sent events. `onEnd` is called once, however it ends. */
export function openEventStream(reply: FastifyReply, onEnd: () => void): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.write(': open\n\n');
  const timer = setInterval(() => raw.write(': still here\n\n'), keepAliveInterval);
  const end = () => {
    clearInterval(timer);
    onEnd();
  };
  // The client may have disconnected while the stream was prepared.
  if (raw.destroyed) end();
  else raw.once('close', end);
  return {
    send(event, id) {
      // Closed, but not yet finished.
      if (raw.writableEnded) return;
      if (raw.writableLength > maximumBacklog) raw.destroy();
      else {
        const idLine = id === undefined ? '' : `id: ${id}\n`;
        raw.write(`${idLine}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      }
    },
    close: () => raw.end(),
  };
}
