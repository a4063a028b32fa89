import { type Access, hasAccess, type Permissions } from '@twinward/contracts/access/access';
import type { LiveEvent } from '@twinward/contracts/core/event';
import type { Actor } from '../../../platform/actor.ts';
import { tooManyStreams } from '../../../platform/http/stream-limit.ts';
import type { EventStream } from '../../../platform/live/event-stream.ts';
import type { LiveEventHub } from '../../../platform/live/live-event-hub.ts';
import type { Envelope } from '../../../platform/live/live-events.ts';
import { listOpenSessions } from '../../access/session/service.ts';
import { getPermissions } from '../../access/user/service.ts';
import { toNotification } from './own.ts';
import { selectNewestId, selectNotificationsAfter } from './store.ts';

/** Maximum number of streams per user. The streams per session are limited before the user is known. */
const streamsPerUser = 50;
const notificationsPerRead = 200;
/** Milliseconds for which a user's permissions are cached. */
const permissionsLifetime = 30_000;

/** The permission that an event requires. */
const access: Record<LiveEvent['type'], Access | 'own'> = {
  evaluated: 'apps',
  'twin-parts': 'apps',
  points: 'apps',
  work: 'apps',
  advisories: 'apps',
  'risk-analysis': 'apps',
  changed: 'signed-in',
  // Includes administrators, since a command is visible to its user and to administrators.
  command: 'own',
  notification: 'own',
  notifications: 'own',
  sessions: 'own',
  opened: 'signed-in',
  resync: 'signed-in',
};

interface Subscription {
  sessionId: string;
  stream: EventStream;
  /** Whether the stream has caught up. */
  ready: boolean;
}

const toSessionKey = ({ session }: Pick<Actor, 'session'>): string => session.idHash.toString('hex');

/**
 * The shared feed of one user's streams. Notifications are read from the database in order of their ids, once for all
 * streams. A new stream first catches up from its reader's last id, so that no notification is lost or sent twice, even
 * after failures of a stream, of this process, or of the live channel.
 */
class Feed {
  readonly #actor: Actor;
  readonly #subscriptions = new Set<Subscription>();
  #permissions: Permissions;
  /** When the permissions were read, in epoch milliseconds. */
  #readAt = Date.now();
  /** Id of the newest notification that was sent to all streams; null before the first stream. */
  #seen: number | null = null;
  /** Whether a read of notifications is queued. It serves all events that arrive before it runs. */
  #readPending = false;
  #work: Promise<void> = Promise.resolve();

  constructor(actor: Actor) {
    this.#actor = actor;
    this.#permissions = actor;
  }

  /** Number of open streams. */
  get streams(): number {
    return this.#subscriptions.size;
  }

  /**
   * Adds a stream.
   * @param lastSeen id of the last notification that its reader received; null to start now
   * @returns a function that removes the stream.
   */
  add(actor: Actor, stream: EventStream, lastSeen: number | null): () => void {
    const subscription: Subscription = { sessionId: toSessionKey(actor), stream, ready: false };
    this.#subscriptions.add(subscription);
    this.#permissions = actor;
    this.#readAt = Date.now();
    this.#next(() => this.#catchUp(subscription, lastSeen));
    return () => this.#subscriptions.delete(subscription);
  }

  handle({ event, userId }: Envelope): void {
    const own = userId === this.#actor.userId;
    if (event.type === 'notifications') {
      if (own && !this.#readPending) {
        this.#readPending = true;
        this.#next(async () => {
          this.#readPending = false;
          if (!(await this.#sendNew())) this.#send(event);
        });
      }
    } else if (event.type === 'sessions') {
      if (own) this.#next(() => this.#endClosed(event));
    } else if (userId === undefined || own || this.#permissions.isAdmin) {
      this.#next(async () => {
        if (await this.#mayReceive(event, own)) this.#send(event);
        if (event.type === 'resync') await this.#sendNew();
      });
    }
  }

  /** Runs actions in order, one at a time. If an action fails, all streams are closed, and clients reconnect. */
  #next(action: () => Promise<void>): void {
    this.#work = this.#work.then(action).catch(() => this.#close());
  }

  #close(): void {
    for (const { stream } of this.#subscriptions) stream.close();
  }

  #send(event: LiveEvent, id?: number): void {
    for (const { stream, ready } of this.#subscriptions) if (ready) stream.send(event, id);
  }

  async #mayReceive(event: LiveEvent, own: boolean): Promise<boolean> {
    if (Date.now() - this.#readAt > permissionsLifetime) {
      const permissions = await getPermissions(this.#actor.tenant.db, this.#actor.userId);
      if (permissions === null) throw new Error('The user can no longer sign in.');
      this.#permissions = permissions;
      this.#readAt = Date.now();
    }
    const needed = access[event.type];
    return needed === 'own' ? own || this.#permissions.isAdmin : hasAccess(this.#permissions, needed);
  }

  async #endClosed(event: LiveEvent): Promise<void> {
    const open = new Set(await listOpenSessions(this.#actor));
    for (const { sessionId, stream } of this.#subscriptions) {
      if (open.has(sessionId)) stream.send(event);
      else stream.close();
    }
  }

  async #catchUp(subscription: Subscription, lastSeen: number | null): Promise<void> {
    const { stream } = subscription;
    const newest = await selectNewestId(this.#actor.tenant.db, this.#actor.userId);
    this.#seen ??= newest;
    // A reader may be ahead of the database if the database was restored from a backup.
    const from = Math.min(lastSeen ?? this.#seen, Math.max(newest, this.#seen));
    stream.send({ type: 'opened' }, from);
    for await (const rows of this.#readAfter(from, this.#seen)) {
      for (const row of rows) stream.send(asEvent(row), row.id);
    }
    subscription.ready = true;
    await this.#sendNew();
  }

  /** Sends new notifications to all streams. @returns whether there were any. */
  async #sendNew(): Promise<boolean> {
    let any = false;
    for await (const rows of this.#readAfter(this.#seen ?? 0)) {
      for (const row of rows) this.#send(asEvent(row), row.id);
      this.#seen = rows.at(-1)!.id;
      any = true;
    }
    return any;
  }

  async *#readAfter(after: number, upTo = Number.POSITIVE_INFINITY): AsyncGenerator<Row[]> {
    const { tenant, userId } = this.#actor;
    let seen = after;
    while (seen < upTo) {
      const rows = await selectNotificationsAfter(tenant.db, userId, seen, notificationsPerRead);
      const wanted = rows.filter(({ id }) => id <= upTo);
      if (wanted.length > 0) yield wanted;
      if (rows.length < notificationsPerRead) return;
      seen = rows.at(-1)!.id;
    }
  }
}

type Row = Awaited<ReturnType<typeof selectNotificationsAfter>>[number];

const asEvent = (row: Row): LiveEvent => ({ type: 'notification', notification: toNotification(row) });

interface Entry {
  feed: Feed;
  /** Unsubscribes from live events. */
  stop: Promise<() => void>;
  /** Number of open and opening streams. */
  users: number;
}

/** The feeds of users with open streams, one per user, so that an event is read once for all their streams. */
export class Feeds {
  readonly #hub: LiveEventHub;
  readonly #entries = new Map<string, Entry>();

  constructor(hub: LiveEventHub) {
    this.#hub = hub;
  }

  /**
   * Opens a stream of the actor's events.
   * @param openStream creates the stream, and calls back once when it ends
   * @param lastSeen id of the last notification that the reader received; null to start now
   * @throws AppError `too-many-requests` beyond the limits.
   */
  async open(
    actor: Actor,
    openStream: (onEnd: () => void) => EventStream,
    lastSeen: number | null,
  ): Promise<EventStream> {
    const key = `${actor.tenant.name}\n${actor.userId}`;
    const entry = this.#entries.get(key) ?? this.#create(key, actor);
    entry.users += 1;
    const leave = () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      this.#entries.delete(key);
      entry.stop.then((stop) => stop()).catch(() => undefined);
    };
    try {
      // Subscribes before reading, so that no event is missed in between.
      await entry.stop;
      if (entry.feed.streams >= streamsPerUser) throw tooManyStreams();
    } catch (error) {
      leave();
      throw error;
    }
    let ended = false;
    let remove: (() => void) | null = null;
    const stream = openStream(() => {
      ended = true;
      remove?.();
      leave();
    });
    if (!ended) remove = entry.feed.add(actor, stream, lastSeen);
    return stream;
  }

  #create(key: string, actor: Actor): Entry {
    const feed = new Feed(actor);
    const stop = this.#hub.subscribe(actor.tenant, (envelope) => feed.handle(envelope));
    const entry: Entry = { feed, stop, users: 0 };
    this.#entries.set(key, entry);
    return entry;
  }
}
