import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { MetricObject } from 'prom-client';
import type { ServerContext } from './context.ts';
import { AppError } from './errors.ts';

/** Where the figures of another thread come from, as JSON; null while it is not there. */
export type MetricsSource = () => Promise<MetricObject[] | null>;

/** What an operator's tools ask: is it alive, and can it serve. */
export function healthRoutes(app: FastifyInstance, { tenants }: ServerContext): void {
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  // It asks every database.
  const rateLimit = { max: 300, timeWindow: '1 minute' };
  app.get('/readyz', { ...hidden, config: { rateLimit } }, async () => {
    for (const name of await tenants.list()) {
      const tenant = await tenants.get(name);
      if (!tenant) throw new AppError('unavailable', `The database ${name} is not ready.`);
      await sql`select 1`.execute(tenant.db);
    }
    return { status: 'ok' };
  });
}
