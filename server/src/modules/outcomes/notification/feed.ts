import { type Access, hasAccess, type Permissions } from '@twinward/contracts/access/access';
import type { LiveEvent } from '@twinward/contracts/core/event';
import type { Actor } from '../../../platform/actor.ts';
import type { Envelope } from '../../../platform/live/live-events.ts';
import { listOpenSessions } from '../../access/session/service.ts';
import { getPermissions } from '../../access/user/service.ts';
import { toNotification } from './service.ts';
import { selectNewestId, selectNotificationsAfter } from './store.ts';
import type { EventStream } from './stream.ts';

const notificationsPerRead = 200;
/** Milliseconds for which the permissions of a user stand, once they were read. */
const permissionsLifetime = 30_000;

/** What a user must be allowed to do to be sent an event. */
const access: Record<LiveEvent['type'], Access | 'own'> = {
  evaluated: 'apps',
  'twin-parts': 'apps',
  points: 'apps',
  work: 'apps',
  advisories: 'apps',
  'risk-analysis': 'apps',
  changed: 'signed-in',
  // Also an administrator's: who may read the command.
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
  /** Whether it has caught up. */
  ready: boolean;
}

const idOf = ({ session }: Pick<Actor, 'session'>): string => session.idHash.toString('hex');

/**
 * What all streams of one user carry. Notifications come from the database, in the order of their ids, and are
 * read once for all streams. A new stream first catches up from the one that its reader has seen last: so none
 * is lost or sent twice, whatever happened to a stream, to this process, or to the news that there is something.
 */
export class Feed {
  readonly #actor: Actor;
  readonly #subscriptions = new Set<Subscription>();
  #permissions: Permissions;
  /** When the permissions were read, in epoch milliseconds. */
  #readAt = Date.now();
  /** Id of the newest notification that every stream has been sent; null before the first stream. */
  #seen: number | null = null;
  /** A read of notifications is waiting: it serves all events that come before it. */
  #readPending = false;
  #work: Promise<void> = Promise.resolve();

  constructor(actor: Actor) {
    this.#actor = actor;
    this.#permissions = actor;
  }

  /** How many streams are open. */
  get streams(): number {
    return this.#subscriptions.size;
  }

  /**
   * Adds a stream.
   * @param lastSeen id of the notification that its reader saw last; null when it begins now.
   * @returns removes it.
   */
  add(actor: Actor, stream: EventStream, lastSeen: number | null): () => void {
    const subscription: Subscription = { sessionId: idOf(actor), stream, ready: false };
    this.#subscriptions.add(subscription);
    this.#permissions = actor;
    this.#readAt = Date.now();
    this.#next(() => this.#catchUp(subscription, lastSeen));
    return () => this.#subscriptions.delete(subscription);
  }

  take({ event, userId }: Envelope): void {
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

  /** One after the other, in the order in which they came; streams whose reading fails are opened anew. */
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
      if (permissions === null) throw new Error('The user may not sign in any more.');
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
    // A reader may have seen more than there is: the database can be one that was restored since.
    const from = Math.min(lastSeen ?? this.#seen, Math.max(newest, this.#seen));
    stream.send({ type: 'opened' }, from);
    for await (const rows of this.#readAfter(from, this.#seen)) {
      for (const row of rows) stream.send(asEvent(row), row.id);
    }
    subscription.ready = true;
    await this.#sendNew();
  }

  /** Sends all streams what is new. @returns whether there was anything. */
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
