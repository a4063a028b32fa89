import { subscribe } from '@twinward/contracts/event';
import type { LiveEventHub } from '../../platform/live-event-hub.ts';
import type { Routing } from '../../platform/routing.ts';
import { openEventStream } from './stream.ts';

export function notificationRoutes({ implement }: Routing, hub: LiveEventHub): void {
  implement(subscribe, async ({ actor, reply }) => {
    const ends: (() => void)[] = [];
    const stop = await hub.subscribe(actor.tenant, ({ event, userId }) => {
      const mine = userId === undefined || userId === actor.userId || actor.isAdmin;
      if (mine) stream.send(event);
    });
    const stream = openEventStream(reply, () => {
      for (const end of ends) end();
    });
    // A session that is over must not go on reading.
    const timer = setTimeout(
      stream.close,
      Math.min(actor.session.expiresAt.getTime() - Date.now(), 2 ** 31 - 1),
    );
    ends.push(stop, hub.onClose(stream.close), () => clearTimeout(timer));
    return reply;
  });
}
