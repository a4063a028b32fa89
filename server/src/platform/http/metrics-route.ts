import { createHash, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { AggregatorRegistry } from 'prom-client';
import type { Running, ServerContext } from '../context.ts';
import type { Tenants } from '../database/tenants.ts';
import { AppError } from '../errors.ts';
import { withDeadline } from '../process/deadline.ts';
import { databaseStates, metrics, poolConnections } from '../process/metrics.ts';
import { StartError } from '../process/start-error.ts';
import { answerFailure } from './error-handler.ts';
import type { WorkSide } from './health.ts';

/** Serves `/metrics`. All figures are totals, without names of tenants. */
export function metricsRoute(
  app: FastifyInstance,
  { config, tenants }: ServerContext,
  work: WorkSide | null = null,
): void {
  const { metricsToken } = config.http;
  const rateLimit = { max: 120, timeWindow: '1 minute' };
  app.get('/metrics', { config: { rateLimit } }, async (request, reply) => {
    if (metricsToken !== null && !hasToken(request, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError(
        'unauthenticated',
        'The metrics ask for their token: Authorization: Bearer <token>.',
      );
    }
    await countTenants(tenants);
    // Merges the series of all threads.
    const all = AggregatorRegistry.aggregate([
      await metrics.getMetricsAsJSON(),
      ...((await work?.metrics()) ?? []),
    ]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}

/**
 * Serves `/metrics` alone, on a separate port of the same address.
 * @throws StartError when the port is taken.
 */
export async function startMetrics(
  context: ServerContext,
  port: number,
  work: WorkSide | null = null,
): Promise<Running & { port: number }> {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  app.setErrorHandler(answerFailure);
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-content-type-options', 'nosniff'));
  metricsRoute(app, context, work);
  try {
    await app.listen({ host: context.config.host, port });
  } catch (error) {
    await app.close();
    throw new StartError(`METRICS_PORT is ${port}: ${(error as Error).message}`);
  }
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}

/** Compares digests, so that the time taken reveals neither the content nor the length of the token. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = headers.authorization?.replace(/^bearer +/i, '') ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

/** Milliseconds within which a tenant's database must answer. */
const answerLimit = 1_000;

/** Counts connections, and tenants whose databases answer. Without the catalogue, the last values are kept. */
async function countTenants(tenants: Tenants): Promise<void> {
  const names = await withDeadline(tenants.list(), answerLimit, 'listing the tenants').catch(() => null);
  if (!names) return;
  const states = { available: 0, unreachable: 0 };
  const counts = { total: 0, idle: 0, waiting: 0 };
  async function count(name: string): Promise<void> {
    const tenant = await tenants.get(name);
    if (!tenant) return;
    const { pool } = tenant;
    counts.total += pool.totalCount;
    counts.idle += pool.idleCount;
    counts.waiting += pool.waitingCount;
    await pool.query('select 1');
    states.available++;
  }
  await Promise.allSettled(names.map((name) => withDeadline(count(name), answerLimit, 'a tenant')));
  states.unreachable = names.length - states.available;
  for (const [state, count] of Object.entries(counts)) poolConnections.set({ state }, count);
  for (const [state, count] of Object.entries(states)) databaseStates.set({ state }, count);
}
