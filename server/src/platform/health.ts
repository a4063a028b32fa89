import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import type { ServerContext } from './context.ts';
import { AppError } from './errors.ts';
import { metrics, poolConnections } from './metrics.ts';

/** Where the figures of another thread come from, as JSON; null while it is not there. */
export type MetricsSource = () => Promise<MetricObject[] | null>;

/** What an operator's tools ask: is it alive, can it serve, and how is it doing. */
export function healthRoutes(app: FastifyInstance, { tenants }: ServerContext, worker?: MetricsSource): void {
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  app.get('/readyz', hidden, async () => {
    for (const name of await tenants.list()) {
      const tenant = await tenants.get(name);
      if (!tenant) throw new AppError('unavailable', `The database ${name} is not ready.`);
      await sql`select 1`.execute(tenant.db);
    }
    return { status: 'ok' };
  });

  app.get('/metrics', hidden, async (_request, reply) => {
    for (const name of await tenants.list()) {
      const pool = (await tenants.get(name))?.pool;
      if (!pool) continue;
      poolConnections.set({ tenant: name, state: 'total' }, pool.totalCount);
      poolConnections.set({ tenant: name, state: 'idle' }, pool.idleCount);
      poolConnections.set({ tenant: name, state: 'waiting' }, pool.waitingCount);
    }
    // One series for what several threads count.
    const all = AggregatorRegistry.aggregate([await metrics.getMetricsAsJSON(), (await worker?.()) ?? []]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}
