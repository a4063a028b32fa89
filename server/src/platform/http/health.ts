import type { FastifyInstance } from 'fastify';
import type { MetricObject } from 'prom-client';
import type { Running, ServerContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { createReadiness } from '../process/readiness.ts';

/** The side of the process that runs jobs and evaluates, in a thread of its own. */
export interface WorkSide extends Running {
  /** Its metrics as JSON; null while it doesn't answer. */
  metrics(): Promise<MetricObject[] | null>;
  /** Why it does not do its work now, as a sentence; null when it does. */
  problem(): string | null;
}

/** What an operator's tools ask: is it alive, and can it serve. */
export function healthRoutes(app: FastifyInstance, context: ServerContext, work: WorkSide | null): void {
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));

  // It may ask the catalogue.
  const rateLimit = { max: 300, timeWindow: '1 minute' };
  const readiness = createReadiness(context, work ? [work.problem] : []);
  app.get('/readyz', { ...hidden, config: { rateLimit } }, async () => {
    const reason = await readiness();
    if (reason !== null) throw new AppError('unavailable', reason);
    return { status: 'ok' };
  });
}
