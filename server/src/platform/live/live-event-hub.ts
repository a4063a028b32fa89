import type { ServerContext } from '../context.ts';
import type { Tenant } from '../database/tenants.ts';
import { LiveEvents, type Subscriber } from './live-events.ts';

/** The live events of all tenants; listens to a tenant from its first subscriber on. */
export class LiveEventHub {
  readonly #context: ServerContext;
  readonly #tenants = new Map<string, Promise<LiveEvents>>();
  readonly #closing = new Set<() => void>();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  async subscribe(tenant: Tenant, subscriber: Subscriber): Promise<() => void> {
    const events = await this.#of(tenant);
    return events.subscribe(subscriber);
  }

  /** Calls back once when the hub closes, so that open streams can end. Returns the way out. */
  onClose(callback: () => void): () => void {
    this.#closing.add(callback);
    return () => this.#closing.delete(callback);
  }

  async close(): Promise<void> {
    for (const callback of this.#closing) callback();
    const all = await Promise.allSettled(this.#tenants.values());
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
  }

  #of(tenant: Tenant): Promise<LiveEvents> {
    const known = this.#tenants.get(tenant.name);
    if (known) return known;
    const events = new LiveEvents(tenant, this.#context.log);
    const started = events.start().then(() => events);
    this.#tenants.set(tenant.name, started);
    started.catch(() => this.#tenants.delete(tenant.name));
    return started;
  }
}
