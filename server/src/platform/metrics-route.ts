import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { AggregatorRegistry } from 'prom-client';
import type { Running, ServerContext } from './context.ts';
import { answerFailure } from './error-handler.ts';
import { AppError } from './errors.ts';
import type { MetricsSource } from './health.ts';
import { metrics, poolConnections } from './metrics.ts';
import { StartError } from './start-error.ts';
import type { Tenants } from './tenants.ts';

/** Serves `/metrics`. It names no tenant: its figures are totals over all of them. */
export function metricsRoute(
  app: FastifyInstance,
  { config, tenants }: ServerContext,
  worker?: MetricsSource,
): void {
  const { metricsToken } = config.http;
  const rateLimit = { max: 120, timeWindow: '1 minute' };
  app.get('/metrics', { schema: { hide: true }, config: { rateLimit } }, async (request, reply) => {
    if (metricsToken !== null && !hasToken(request, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError(
        'unauthenticated',
        'The metrics ask for their token: Authorization: Bearer <token>.',
      );
    }
    await countConnections(tenants);
    // One series for what several threads count.
    const all = AggregatorRegistry.aggregate([await metrics.getMetricsAsJSON(), (await worker?.()) ?? []]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}

/**
 * Serves `/metrics` alone, on its own port of the same address.
 * @throws StartError when the port is taken.
 */
export async function startMetrics(
  context: ServerContext,
  port: number,
  worker?: MetricsSource,
): Promise<Running & { port: number }> {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  app.setErrorHandler(answerFailure);
  metricsRoute(app, context, worker);
  try {
    await app.listen({ host: context.config.host, port });
  } catch (error) {
    await app.close();
    throw new StartError(`METRICS_PORT is ${port}: ${(error as Error).message}`);
  }
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}

/** Compares digests: neither the content nor the length of the token shows in the time that it takes. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = headers.authorization?.replace(/^bearer +/i, '') ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

async function countConnections(tenants: Tenants): Promise<void> {
  const counts = { total: 0, idle: 0, waiting: 0 };
  for (const name of await tenants.list()) {
    const pool = (await tenants.get(name))?.pool;
    if (!pool) continue;
    counts.total += pool.totalCount;
    counts.idle += pool.idleCount;
    counts.waiting += pool.waitingCount;
  }
  for (const [state, count] of Object.entries(counts)) poolConnections.set({ state }, count);
}
