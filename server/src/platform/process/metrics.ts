import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this thread, in Prometheus format. */
export const metrics = new Registry();

const requestDuration = new Histogram({
  name: 'twinward_http_request_duration_seconds',
  help: 'How long requests took, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

export const poolConnections = new Gauge({
  name: 'twinward_pool_connections',
  help: 'Database connections of this thread, by state',
  labelNames: ['state'],
  registers: [metrics],
});

export const databaseStates = new Gauge({
  name: 'twinward_databases',
  help: 'Databases that users sign in to, by whether they answer',
  labelNames: ['state'],
  registers: [metrics],
});

export const databaseTroubles = new Counter({
  name: 'twinward_database_troubles_total',
  help: 'Statements that failed because the database was unreachable, busy, too slow, or out of disk space',
  labelNames: ['trouble'],
  registers: [metrics],
});

export const fullDisks = new Gauge({
  name: 'twinward_database_disks_full',
  help: 'Database servers whose disk is full',
  aggregator: 'max',
  registers: [metrics],
});

const pointsTaken = new Counter({
  name: 'twinward_points_total',
  help: 'Points that came in, by the way they came and what became of them',
  labelNames: ['way', 'outcome'],
  registers: [metrics],
});

const refusedConnections = new Counter({
  name: 'twinward_connections_refused_total',
  help: 'Connections closed because there were too many in total or from one address, or for too many pipelined requests',
  labelNames: ['limit'],
  registers: [metrics],
});

export function countRefusedConnection(limit: 'total' | 'address' | 'pipelined'): void {
  refusedConnections.inc({ limit });
}

/** Counts the outcomes of points that were stored together, after the commit. */
export function countPoints(
  way: 'call' | 'import' | 'push',
  results: readonly { stored: number; replaced: number; duplicate: number }[],
): void {
  for (const outcome of ['stored', 'replaced', 'duplicate'] as const) {
    pointsTaken.inc(
      { way, outcome },
      results.reduce((sum, result) => sum + result[outcome], 0),
    );
  }
}

/** Adds the process metrics; call it once per process. */
export function collectProcessMetrics(): void {
  collectDefaultMetrics({ register: metrics, prefix: 'twinward_' });
}

/** Measures every request by its route pattern, so that ids do not create new series. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    requestDuration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
}
