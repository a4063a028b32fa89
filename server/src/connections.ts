import { join } from 'node:path';
import { hasConnections } from './modules/connections/connection/store.ts';
import type { Running, ServerContext } from './platform/context.ts';
import type { Tenant } from './platform/database/tenants.ts';
import { loadSubscriptionsBy } from './platform/events.ts';
import { metrics } from './platform/process/metrics.ts';
import { repeat } from './platform/process/repeat.ts';
import { startForTenants } from './tenant-works.ts';
import type { RunningWork } from './work.ts';

/** Polling interval for a tenant without connections, in milliseconds. */
const lookInterval = 2_000;

/**
 * Runs the connections of every tenant until closed. The code for that is loaded with the first connection: every
 * installation starts this thread, but most have no connections.
 */
export async function startConnections(context: ServerContext): Promise<RunningWork> {
  loadSubscriptionsBy(() => import('./subscriptions.ts'));
  const works = await startForTenants(context, async (name) => {
    const tenant = await context.tenants.get(name, 'connection');
    return tenant && hostWhenNeeded(tenant, context);
  });
  return { metrics: () => metrics.getMetricsAsJSON(), close: () => works.close() };
}

function hostWhenNeeded(tenant: Tenant, { config, log }: ServerContext): Running {
  let host: Running | null = null;
  const look = repeat(
    'the look for connections',
    lookInterval,
    async () => {
      if (host || !(await hasConnections(tenant.db))) return;
      const [{ TenantHost }, { findConnector }] = await Promise.all([
        import('./connectors/host/tenant-host.ts'),
        import('./connectors/registry.ts'),
      ]);
      const directory = join(config.dataDirectory, 'connections');
      host = new TenantHost({ tenant, log, directory, allowsLocal: config.connectLocal, findConnector });
      void look.close();
    },
    log,
  );
  return {
    async close() {
      await look.close();
      await host?.close();
    },
  };
}
