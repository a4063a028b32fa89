import { getMailDelivery, setMailDelivery } from '@twinward/contracts/advisories/mail-delivery';
import {
  getNotificationSettings,
  listNotifications,
  markNotification,
  markNotifications,
  removeNotification,
  removeNotifications,
  setNotificationSettings,
  unreadHeader,
} from '@twinward/contracts/advisories/notification';
import { subscribe } from '@twinward/contracts/core/event';
import { pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { openEventStream } from '../../../platform/live/event-stream.ts';
import type { LiveEventHub } from '../../../platform/live/live-event-hub.ts';
import { Feeds } from './feed.ts';
import { getMailDelivery as getDelivery, writeMailDelivery } from './mail-delivery.ts';
import * as own from './own.ts';
import { getNotificationSettings as getSettings, writeNotificationSettings } from './service.ts';

export function notificationRoutes({ implement }: Routing, hub: LiveEventHub): void {
  const feeds = new Feeds(hub);
  implement(listNotifications, async ({ actor, query, reply }) => {
    const page = await own.listNotifications(actor, {
      onlyUnread: query.unread,
      ...pageRequest(query),
    });
    reply.header(unreadHeader, page.unread);
    return page;
  });
  implement(markNotifications, ({ actor, body }) => own.markRead(actor, 'all', body.read));
  implement(removeNotifications, ({ actor, query }) => own.deleteOwn(actor, query.all ? 'all' : 'read'));
  implement(markNotification, ({ actor, params, query, body }) =>
    own.markRead(actor, { id: params.id, grouping: query.grouping }, body.read),
  );
  implement(removeNotification, ({ actor, params, query }) =>
    own.deleteOwn(actor, { id: params.id, grouping: query.grouping }),
  );
  implement(getNotificationSettings, ({ actor }) => getSettings(actor.tenant.db, actor.userId));
  implement(setNotificationSettings, ({ actor, body }) => writeNotificationSettings(actor, body));
  implement(getMailDelivery, ({ actor }) => getDelivery(actor.tenant.db, actor.userId));
  implement(setMailDelivery, ({ actor, body }) => writeMailDelivery(actor, body));

  implement(subscribe, async ({ actor, request, reply }) => {
    const ends: (() => void)[] = [];
    const stream = await feeds.open(
      actor,
      (onEnd) =>
        openEventStream(reply, () => {
          onEnd();
          for (const end of ends) end();
        }),
      lastEventId(request.headers['last-event-id']),
    );
    // The stream must end with its session.
    const timer = setTimeout(
      stream.close,
      Math.min(actor.session.expiresAt.getTime() - Date.now(), 2 ** 31 - 1),
    );
    ends.push(hub.onClose(stream.close), () => clearTimeout(timer));
    return reply;
  });
}

function lastEventId(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
