import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import { openEventStream } from '../../../platform/live/event-stream.ts';
import type { LiveEventHub } from '../../../platform/live/live-event-hub.ts';

/** Milliseconds after which a stream ends, so that the token is checked again when it is reopened. */
const streamLife = 10 * 60_000;

/**
 * Streams the live events of the tenant to a display, without events about single users and commands. The stream ends
 * when the display expires, and after ten minutes at the latest.
 */
export async function streamToDisplay(
  actor: Actor,
  hub: LiveEventHub,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ends: (() => void)[] = [];
  const stream = openEventStream(reply, () => {
    for (const end of ends) end();
  });
  const timer = setTimeout(
    stream.close,
    Math.min(actor.session.expiresAt.getTime() - Date.now(), streamLife),
  );
  ends.push(() => clearTimeout(timer), hub.onClose(stream.close));
  const unsubscribe = await hub.subscribe(actor.tenant, ({ event, userId }) => {
    if (userId === undefined && event.type !== 'command') stream.send(event);
  });
  if (reply.raw.destroyed) unsubscribe();
  else ends.push(unsubscribe);
  stream.send({ type: 'opened' });
  return reply;
}
