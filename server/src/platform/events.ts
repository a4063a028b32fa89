import type { Db } from './database/database.ts';

/**
 * An event that modules of higher ranks react to. A module declares its effects in `events.ts`;
 * `server/src/subscriptions.ts` holds all subscriptions.
 */
export interface Effect<Payload> {
  /**
   * Runs the subscribers in order of subscription, in the caller's transaction: an error of one rolls everything back.
   * @throws Error if there is no subscriber: the thread has not loaded `subscriptions.ts`.
   */
  emit(db: Db, payload: Payload): Promise<void>;
  subscribe(subscriber: (db: Db, payload: Payload) => Promise<void>): void;
}

/** A question to the modules of higher ranks, such as whether a record is in use. */
export interface Question<Payload, Answer> {
  /**
   * Returns the answers of all subscribers, in order of subscription.
   * @throws Error if there is no subscriber: the thread has not loaded `subscriptions.ts`.
   */
  ask(db: Db, payload: Payload): Promise<Answer[]>;
  subscribe(subscriber: (db: Db, payload: Payload) => Promise<Answer>): void;
}

let load: () => Promise<unknown> = async () => undefined;

/** Sets how the subscriptions are loaded on first use, in a thread that does not load them at its start. */
export function loadSubscriptionsBy(loader: () => Promise<unknown>): void {
  load = loader;
}

/** Loads the subscriptions of this thread, once. */
export const loadSubscriptions = (): Promise<unknown> => load();

/** @param name the record and what happened to it, such as `twin.activated` */
export function defineEffect<Payload>(name: string): Effect<Payload> {
  const { ask, subscribe } = defineQuestion<Payload, void>(name);
  return { emit: async (db, payload) => void (await ask(db, payload)), subscribe };
}

/** @param name the record and the question about it, such as `tag.users` */
export function defineQuestion<Payload, Answer>(name: string): Question<Payload, Answer> {
  const subscribers: ((db: Db, payload: Payload) => Promise<Answer>)[] = [];
  return {
    async ask(db, payload) {
      if (subscribers.length === 0) await loadSubscriptions();
      if (subscribers.length === 0) throw new Error(`Nothing subscribes to ${name}.`);
      const answers: Answer[] = [];
      for (const subscriber of subscribers) answers.push(await subscriber(db, payload));
      return answers;
    },
    subscribe(subscriber) {
      subscribers.push(subscriber);
    },
  };
}
