import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from '../client.ts';
import { freePort } from '../free-port.ts';
import { Instance, signalAll } from '../instance.ts';
import type { Random } from '../proofs/partial/random.ts';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts';

const password = 'Rotor-42!';
const second = 1_000;

/** What a soak breaks, by name. */
export type Faults = Readonly<Record<string, () => Promise<void> | void>>;

/** The product, and the link between it and another system. */
export class SoakedProduct {
  readonly proxy: TcpProxy;
  readonly #directory: string;
  readonly #environment: Record<string, string>;
  #instance: Instance;
  client!: Client;

  private constructor(directory: string, proxy: TcpProxy, port: number) {
    this.#directory = directory;
    this.#environment = { ADMIN_PASSWORD: password, CONNECT_LOCAL: 'on', PORT: String(port) };
    this.proxy = proxy;
    this.#instance = new Instance({ directory, environment: this.#environment });
  }

  /** @param url of the other system; null where it calls the product, by the proxy */
  static async start(url: string | null): Promise<SoakedProduct> {
    const port = await freePort();
    const proxy = await startTcpProxy(url ?? `http://127.0.0.1:${port}`);
    const directory = await mkdtemp(join(tmpdir(), 'twinward-connections-'));
    const product = new SoakedProduct(directory, proxy, port);
    await product.#signIn();
    return product;
  }

  async remove(): Promise<void> {
    await this.#instance.killEverything();
    await this.proxy.close();
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 10 });
  }

  /** @param restartPeer ends the other system, waits, and starts it again */
  faults(random: Random, restartPeer: (pause: () => Promise<void>) => Promise<void>): Faults {
    const { proxy } = this;
    return {
      'cut the link': () => proxy.cut(),
      'refuse the link': async () => {
        proxy.set('refuse');
        await sleep(random.next() * 15 * second);
        proxy.set('forward');
      },
      'silence the link': async () => {
        proxy.set('stall');
        await sleep(random.next() * 15 * second);
        proxy.cut();
        proxy.set('forward');
      },
      'restart the other system': () => restartPeer(() => sleep(random.next() * 5 * second)),
      'cut the sessions of the database': () =>
        this.#instance.withTenant('demo', async ({ db }) => {
          // Workers of PostgreSQL itself may not be terminated by us.
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and backend_type = 'client backend'
              and pid <> pg_backend_pid()`.execute(db);
        }),
      'kill our process': async () => {
        signalAll([this.#instance.pid], 'SIGKILL');
        await this.#instance.ends();
        await this.#restart();
      },
      'kill our process and its database': async () => {
        await this.#instance.killEverything();
        await this.#restart();
      },
      'end our process in order': async () => {
        await this.#instance.end('SIGTERM');
        await this.#restart();
      },
    };
  }

  async #restart(): Promise<void> {
    this.#instance = new Instance({ directory: this.#directory, environment: this.#environment });
    await this.#signIn();
  }

  async #signIn(): Promise<void> {
    this.client = await Client.signIn(await this.#instance.address(), 'admin', password);
  }
}

export interface FaultPlan {
  /** The number of faults, spread over the time. */
  count: number;
  milliseconds: number;
  random: Random;
  /** Called after each. */
  between?(): Promise<void>;
}

/** Causes faults: each kind once before any comes again. */
export async function causeFaults(
  kinds: Faults,
  { count, milliseconds, random, between = async () => {} }: FaultPlan,
): Promise<void> {
  const start = Date.now();
  let deck: string[] = [];
  for (let number = 1; number <= count; number++) {
    if (deck.length === 0) deck = random.shuffle(Object.keys(kinds));
    const name = deck.pop()!;
    console.log(`${number}: ${name}`);
    await kinds[name]!();
    await between();
    await sleep(Math.max(0, start + (number / count) * milliseconds - Date.now()));
  }
}
