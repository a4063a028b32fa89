import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { MetricObject } from 'prom-client';
import type { ServerContext } from './platform/context.ts';
import type { WorkSide } from './platform/http/health.ts';
import { withDeadline } from './platform/process/deadline.ts';
import { startWatchedThread } from './platform/threads/watched-thread.ts';
import type { WorkThreadRequest } from './work-thread.ts';

/** Milliseconds that the thread has to send its metrics. */
const metricsLimit = 1_000;

/**
 * Starts the side that runs jobs and evaluates, in a thread of its own: whatever it does, this thread answers requests
 * and signals. Returns at once.
 */
export function startWorkSide({ config, log, tenants }: ServerContext): WorkSide {
  const thread = startWatchedThread({
    thread: 'work-thread',
    name: 'work',
    data: { config, catalogueUrl: tenants.catalogueUrl, ownerUrl: tenants.ownerUrl },
    log,
  });
  return {
    problem: thread.problem,
    close: thread.close,
    async metrics() {
      const { port1, port2 } = new MessageChannel();
      try {
        if (!thread.send({ metrics: port2 } satisfies WorkThreadRequest, [port2])) return null;
        const answer = once(port1, 'message') as Promise<[MetricObject[]]>;
        const [metrics] = await withDeadline(answer, metricsLimit, 'reading the metrics of the thread');
        return metrics;
      } catch {
        // Stalled or about to end: its metrics are back when it is.
        return null;
      } finally {
        port1.close();
      }
    },
  };
}
