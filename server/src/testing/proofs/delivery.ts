import { createHash, randomBytes } from 'node:crypto';
import type { LiveEvent } from '@twinward/contracts/core/event';
import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import { notify } from '../../modules/outcomes/notification/service.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTransaction } from '../../platform/database/transaction.ts';
import { toHeaders } from '../headers.ts';
import { Instance } from '../instance.ts';

export interface DeliveryOptions {
  /** DATA_DIR of the process that serves. */
  directory: string;
  environment: Record<string, string>;
  /** Of the tenant demo. */
  db: Db;
  clients: number;
  kills: number;
}

const hour = 3600_000;

/**
 * Clients of as many users follow the event stream of one process, which is killed and started again while
 * they receive one message after the other; each must receive each message once, in order.
 * @returns bytes of the process's memory that each of its clients takes, about.
 */
export async function proveDelivery({
  directory,
  environment,
  db,
  ...options
}: DeliveryOptions): Promise<number> {
  let instance = new Instance({ directory, environment, mode: ['serve'] });
  const address = await instance.address();
  const restart = {
    directory,
    environment: { ...environment, PORT: new URL(address).port },
    mode: ['serve'],
  };
  const users = await makeReaders(db, options.clients);
  const recipients = users.map(({ id }) => ({ type: 'user' as const, id }));
  const idle = instance.peakMemory();
  const readers = users.map(
    ({ headers }) => new Reader(`${address}/api/notifications/subscription`, headers),
  );
  const wait = { timeout: 60_000, interval: 100 };
  try {
    await expect.poll(() => readers.filter((reader) => reader.opened === 0).length, wait).toBe(0);
    const memory = (instance.peakMemory() - idle) / options.clients;
    const sent: string[] = [];
    const send = async () => {
      const message = `message ${sent.length + 1}`;
      sent.push(message);
      const notification = { recipients, context: 'twin', type: 'excursion', twinId: null, url: null };
      await withTransaction(db, (transaction) =>
        notify(transaction, [{ ...notification, message, grouping: null, time: new Date() }]),
      );
    };
    for (let kill = 0; kill < options.kills; kill++) {
      await send();
      // While a message is sent: some may have received it, others not.
      await Promise.all([send(), instance.end('SIGKILL')]);
      await send();
      instance = new Instance(restart);
      await instance.address();
      await send();
    }
    const late = () => readers.filter(({ messages }) => messages.length < sent.length).length;
    await expect.poll(late, wait).toBe(0);
    for (const { messages } of readers) expect(messages).toEqual(sent);
    return memory;
  } finally {
    for (const reader of readers) reader.stop();
    await instance.end('SIGTERM');
  }
}

async function makeReaders(
  db: Db,
  count: number,
): Promise<{ id: number; headers: Record<string, string> }[]> {
  const name = randomBytes(4).toString('hex');
  const rows = await db
    .insertInto('app_user')
    .values(Array.from({ length: count }, (_, i) => ({ user_name: `reader ${name} ${i}` })))
    .returning('id')
    .execute();
  await db
    .insertInto('user_group_member')
    .values(rows.map(({ id }) => ({ user_id: id, group_name: 'VIEWERS' })))
    .execute();
  const readers = rows.map(({ id }) => ({ id, sessionId: randomBytes(32).toString('base64url') }));
  await db
    .insertInto('session')
    .values(
      readers.map(({ id, sessionId }) => ({
        id_hash: createHash('sha256').update(sessionId).digest(),
        user_id: id,
        expires_at: new Date(Date.now() + hour),
      })),
    )
    .execute();
  return readers.map(({ id, sessionId }) => ({ id, headers: toHeaders(sessionId, 'demo') }));
}

/** Follows the stream as the browser does: comes back after it broke, and says what it has seen last. */
class Reader {
  readonly messages: string[] = [];
  /** How often the stream was opened. */
  opened = 0;
  readonly #abort = new AbortController();
  #lastId: string | null = null;

  constructor(url: string, headers: Record<string, string>) {
    void this.#follow(url, headers);
  }

  stop(): void {
    this.#abort.abort();
  }

  async #follow(url: string, headers: Record<string, string>): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      await this.#read(url, headers).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #read(url: string, headers: Record<string, string>): Promise<void> {
    const seen = this.#lastId === null ? {} : { 'last-event-id': this.#lastId };
    const response = await fetch(url, { headers: { ...headers, ...seen }, signal: this.#abort.signal });
    if (response.status !== 200) return void (await response.body?.cancel());
    const parser = createParser({
      onEvent: ({ data, id }) => {
        if (id !== undefined) this.#lastId = id;
        const event = JSON.parse(data) as LiveEvent;
        if (event.type === 'opened') this.opened += 1;
        if (event.type === 'notification') this.messages.push(event.notification.message);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
  }
}
