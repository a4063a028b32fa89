import type { Running } from './platform/context.ts';
import { classifyError } from './platform/database/database-trouble.ts';
import type { Tenants } from './platform/database/tenants.ts';
import type { Logger } from './platform/process/log.ts';
import { repeat } from './platform/process/repeat.ts';

/** How often tenants made since are looked for, in milliseconds. */
const tenantInterval = 10_000;

/**
 * Starts something for every tenant, and for those made later, until closed.
 * @param start answers null for a tenant that does not exist
 */
export async function startForTenants(
  { tenants, log }: { tenants: Pick<Tenants, 'list'>; log: Logger },
  start: (name: string) => Promise<Running | null>,
): Promise<Running> {
  const running = new Map<string, Running>();
  async function addTenants(): Promise<void> {
    for (const name of await tenants.list()) {
      if (!running.has(name)) await addTenant(name).catch((error) => notAdded(name, error));
    }
  }
  async function addTenant(name: string): Promise<void> {
    const work = await start(name);
    if (work) running.set(name, work);
  }
  /** One tenant whose database is away doesn't keep the others from being worked for. */
  function notAdded(tenant: string, error: unknown): void {
    const trouble = classifyError(error);
    log.warn({ tenant, ...(trouble ? { trouble } : { err: error }) }, 'a tenant can not be worked for now');
  }
  await addTenants();
  const adding = repeat('the search for new tenants', tenantInterval, addTenants, log);
  return {
    async close() {
      await adding.close();
      await Promise.all([...running.values()].map((work) => work.close()));
    },
  };
}
