import type { FastifyInstance } from 'fastify';
import type { MetricObject } from 'prom-client';
import type { Running, ServerContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { createReadiness } from '../process/readiness.ts';

/** The part of the process that runs jobs and evaluation, in separate threads. */
export interface WorkSide extends Running {
  /** The metrics of each thread as JSON; empty for one that does not answer. */
  metrics(): Promise<MetricObject[][]>;
  /** Why it does not work now, as a sentence; null if it works. */
  problem(): string | null;
}

/** Health checks for operators' tools: whether the process is alive, and whether it can serve requests. */
export function healthRoutes(app: FastifyInstance, context: ServerContext, work: WorkSide | null): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  // The readiness check may query the catalogue.
  const rateLimit = { max: 300, timeWindow: '1 minute' };
  const readiness = createReadiness(context, work ? [work.problem] : []);
  app.get('/readyz', { config: { rateLimit } }, async () => {
    const reason = await readiness();
    if (reason !== null) throw new AppError('unavailable', reason);
    return { status: 'ok' };
  });
}
