import type { Actor } from '../../../platform/actor.ts';
import { tooManyStreams } from '../../../platform/http/stream-limit.ts';
import type { LiveEventHub } from '../../../platform/live/live-event-hub.ts';
import { Feed } from './feed.ts';
import type { EventStream } from './stream.ts';

/** Maximum number of streams of a user. Those of a session are limited before the user is known. */
const streamsPerUser = 50;

interface Entry {
  feed: Feed;
  /** Unsubscribes from live events. */
  stop: Promise<() => void>;
  /** Number of open and opening streams. */
  users: number;
}

/** The feeds of users with open streams, one per user: an event is read once for all their streams. */
export class Feeds {
  readonly #hub: LiveEventHub;
  readonly #entries = new Map<string, Entry>();

  constructor(hub: LiveEventHub) {
    this.#hub = hub;
  }

  /**
   * Opens a stream of the actor's events.
   * @param openStream creates the stream, and calls back once when it ends.
   * @param lastSeen id of the last notification that the reader received; null to start now.
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
      // Subscribes before reading, so that nothing is missed in between.
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
    const stop = this.#hub.subscribe(actor.tenant, (envelope) => feed.take(envelope));
    const entry: Entry = { feed, stop, users: 0 };
    this.#entries.set(key, entry);
    return entry;
  }
}
