import type { Actor } from '../../platform/actor.ts';
import type { Envelope } from '../../platform/live-events.ts';
import { isSessionOpen } from '../session/service.ts';
import { toNotification } from './service.ts';
import { findNewestId, findNotificationsAfter } from './store.ts';
import type { EventStream } from './stream.ts';

const notificationsPerRead = 200;

/**
 * What one stream carries. Notifications come from the database, in the order of their ids, after the one
 * that the reader has seen last: so none is lost or sent twice, whatever happened to the stream, to this
 * process, or to the news that there is something to read.
 */
export class Feed {
  readonly #actor: Actor;
  readonly #stream: EventStream;
  #seen = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(actor: Actor, stream: EventStream) {
    this.#actor = actor;
    this.#stream = stream;
  }

  /** @param lastSeen id of the notification that the reader saw last; null when it begins now. */
  open(lastSeen: number | null): void {
    this.#next(async () => {
      const { tenant, userId } = this.#actor;
      const newest = await findNewestId(tenant.db, userId);
      // A reader may have seen more than there is: the database can be one that was restored since.
      this.#seen = Math.min(lastSeen ?? newest, newest);
      this.#stream.send({ type: 'opened' }, this.#seen);
      await this.#sendNew();
    });
  }

  take({ event, userId }: Envelope): void {
    const own = userId === this.#actor.userId;
    if (event.type === 'notifications') {
      if (!own) return;
      this.#next(async () => {
        if (!(await this.#sendNew())) this.#stream.send(event);
      });
    } else if (event.type === 'sessions') {
      if (!own) return;
      this.#next(async () => {
        if (await isSessionOpen(this.#actor)) this.#stream.send(event);
        else this.#stream.close();
      });
    } else if (userId === undefined || own || this.#actor.isAdmin) {
      this.#next(async () => {
        this.#stream.send(event);
        if (event.type === 'resync') await this.#sendNew();
      });
    }
  }

  /** One after the other, in the order in which they came; a stream whose reading fails is opened anew. */
  #next(action: () => Promise<void>): void {
    this.#work = this.#work.then(action).catch(() => this.#stream.close());
  }

  async #sendNew(): Promise<boolean> {
    const { tenant, userId } = this.#actor;
    let any = false;
    for (;;) {
      const rows = await findNotificationsAfter(tenant.db, userId, this.#seen, notificationsPerRead);
      for (const row of rows) {
        this.#seen = row.id;
        this.#stream.send({ type: 'notification', notification: toNotification(row) }, row.id);
      }
      any ||= rows.length > 0;
      if (rows.length < notificationsPerRead) return any;
    }
  }
}
