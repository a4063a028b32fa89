import { setTimeout as sleep } from 'node:timers/promises';
import { Instance, type InstanceOptions } from '../../instance.ts';
import type { TcpProxy } from '../../tcp-proxy.ts';
import { countConnections } from './sockets.ts';

export interface SupervisedOptions extends InstanceOptions {
  name: string;
  /** Between it and its database. */
  proxy?: TcpProxy;
  /** The port at which it reaches its database now. */
  databasePort(): Promise<number>;
}

const mostStarts = 30;
/** What a start says that finds no database, or no room on a disk. */
const refusal = /can't be used: |the disk (of the database )?is full/i;

/** A process of the product, which is started again at the same address after each end. */
export class Supervised {
  readonly name: string;
  readonly proxy: TcpProxy | null;
  /** What happened that nobody caused. */
  readonly defects: string[] = [];
  /** The most database connections that it had. */
  mostConnections = 0;
  /** The longest time from SIGTERM to its end, in milliseconds. */
  longestStop = 0;
  /** How often it did not start, and said what its database lacked. */
  refusedStarts = 0;
  readonly #options: SupervisedOptions;
  readonly #listens: boolean;
  #instance!: Instance;
  #address: string | null = null;
  #isUp = false;

  constructor(options: SupervisedOptions) {
    this.name = options.name;
    this.proxy = options.proxy ?? null;
    this.#options = options;
    this.#listens = options.mode?.[0] !== 'work';
  }

  /** Where it listens; null for one that doesn't, or is down. */
  get address(): string | null {
    return this.#isUp ? this.#address : null;
  }

  /** Starts it. One that says what its database lacks is started again, as a service manager does. */
  async start(): Promise<void> {
    for (let start = 1; ; start++) {
      try {
        return await this.#start();
      } catch (error) {
        if (start === mostStarts || !refusal.test((error as Error).message)) throw error;
        this.refusedStarts += 1;
        await sleep(1000);
      }
    }
  }

  async #start(): Promise<void> {
    const { environment } = this.#options;
    const port = this.#address === null ? {} : { PORT: new URL(this.#address).port };
    const instance = new Instance({ ...this.#options, environment: { ...environment, ...port } });
    this.#instance = instance;
    if (this.#listens) this.#address = await instance.address();
    else await instance.says(/a thread does its work/);
    this.#isUp = true;
    void instance.ends().then((code) => {
      if (this.#isUp && this.#instance === instance) void this.#recover(code);
    });
  }

  /** Ends it by a signal, and starts it again. */
  async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.end(signal);
    await this.start();
  }

  /** @param inOrder whether it can close everything after SIGTERM */
  async end(signal: 'SIGKILL' | 'SIGTERM', { inOrder = true } = {}): Promise<void> {
    this.#isUp = false;
    const begun = performance.now();
    const code = await this.#instance.end(signal);
    if (signal === 'SIGKILL') return;
    this.longestStop = Math.max(this.longestStop, performance.now() - begun);
    if (inOrder && code !== 0) this.#defect(`ended with ${code} after SIGTERM`);
  }

  /** `kill -9` of it, its own database server and every process of that, at once; then starts it again. */
  async restartWithDatabase(): Promise<void> {
    this.#isUp = false;
    await this.#instance.killEverything();
    await this.start();
  }

  /** Stops all its threads for so many milliseconds, as a virtual machine that is suspended. */
  async pause(milliseconds: number): Promise<void> {
    const { pid } = this.#instance;
    process.kill(pid, 'SIGSTOP');
    await sleep(milliseconds);
    process.kill(pid, 'SIGCONT');
  }

  async countConnections(): Promise<void> {
    if (!this.#isUp) return;
    const count = countConnections(this.#instance.pid, await this.#options.databasePort());
    this.mostConnections = Math.max(this.mostConnections, count);
  }

  async #recover(code: number | null): Promise<void> {
    this.#isUp = false;
    this.#defect(`ended with ${code} by itself`);
    await sleep(1000);
    await this.start().catch((error: Error) => this.#defect(error.message));
  }

  #defect(what: string): void {
    const { output, errors } = this.#instance;
    this.defects.push(`${new Date().toISOString()} ${this.name} ${what}: ${(output + errors).slice(-2000)}`);
  }
}
