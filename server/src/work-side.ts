import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { MetricObject } from 'prom-client';
import type { ServerContext } from './platform/context.ts';
import type { WorkSide } from './platform/http/health.ts';
import { withDeadline } from './platform/process/deadline.ts';
import { requestsInProgress } from './platform/threads/requests-in-progress.ts';
import { startWatchedThread, type WatchedThread } from './platform/threads/watched-thread.ts';
import type { WorkThreadData, WorkThreadRequest } from './work-thread.ts';

/** Milliseconds that a thread has to send its metrics. */
const metricsLimit = 1_000;

/**
 * V8's default of 48 MB makes a batch of 10,000 evaluations, whose results live until its end, be copied several times:
 * garbage collection took half of the thread's time.
 */
const evaluationLimits = { maxYoungGenerationSizeMb: 96 };

const parts: readonly WorkThreadData['part'][] = ['alarms', 'jobs', 'connections'];

/**
 * Starts a thread for each part of the work: this thread answers requests and signals whatever they do, and
 * evaluation goes on whatever the jobs or connections do. Returns at once.
 */
export function startWorkSide({ config, log, tenants }: ServerContext): WorkSide {
  const { catalogueUrl, ownerUrl } = tenants;
  const threads = parts.map((part) => {
    const data: Omit<WorkThreadData, 'heartbeat'> = {
      part,
      config,
      catalogueUrl,
      ownerUrl,
      requests: requestsInProgress.memory,
    };
    const resourceLimits = part === 'alarms' ? evaluationLimits : {};
    return startWatchedThread({ thread: 'work-thread', name: part, data, log, resourceLimits });
  });
  return {
    problem: () => threads.map((thread) => thread.problem()).find((problem) => problem !== null) ?? null,
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
    metrics: () => Promise.all(threads.map(readMetrics)),
  };
}

async function readMetrics(thread: WatchedThread): Promise<MetricObject[]> {
  const { port1, port2 } = new MessageChannel();
  try {
    if (!thread.send({ metrics: port2 } satisfies WorkThreadRequest, [port2])) return [];
    const answer = once(port1, 'message') as Promise<[MetricObject[]]>;
    const [metrics] = await withDeadline(answer, metricsLimit, 'reading the metrics of the thread');
    return metrics;
  } catch {
    // Stalled or about to end: its metrics are back when it is.
    return [];
  } finally {
    port1.close();
  }
}
