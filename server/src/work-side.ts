import { once } from 'node:events';
import { MessageChannel, type Worker } from 'node:worker_threads';
import type { MetricObject } from 'prom-client';
import type { Running, ServerContext } from './platform/context.ts';
import type { MetricsSource } from './platform/health.ts';
import { createRestartLimit } from './platform/restart-limit.ts';
import { startThread } from './platform/threads.ts';
import type { WorkThreadData, WorkThreadRequest } from './work-thread.ts';

/** The side that runs jobs, in a thread of its own so that none of them holds up an answer. */
export interface WorkSide extends Running {
  /** Its figures; null while it is not there. */
  metrics: MetricsSource;
}

/**
 * Starts the thread, and again should it fail later.
 * @param onLost told when it keeps failing.
 * @throws Error when it doesn't start in the first place.
 */
export async function startWorkSide(
  { config, log, tenants }: ServerContext,
  onLost: (error: Error) => void,
): Promise<WorkSide> {
  const data: WorkThreadData = { config, catalogueUrl: tenants.catalogueUrl, ownerUrl: tenants.ownerUrl };
  const mayRestart = createRestartLimit();
  let closing = false;
  let current: Worker | null = null;

  async function launch(): Promise<void> {
    const thread = startThread('work-thread', data);
    const ended = new Promise<never>((_resolve, reject) => {
      thread.once('exit', (code) => reject(new Error(`the thread that runs jobs ended with code ${code}`)));
    });
    await Promise.race([once(thread, 'message'), ended]);
    current = thread;
    thread.on('error', (error) => log.error({ err: error }, 'the thread that runs jobs failed'));
    ended.catch(() => {
      current = null;
      if (!closing) void restart();
    });
  }

  async function restart(): Promise<void> {
    try {
      if (!mayRestart()) throw new Error('the thread that runs jobs keeps failing: see the log for why');
      await launch();
      log.info('the thread that runs jobs was started again');
    } catch (error) {
      if (!closing) onLost(error as Error);
    }
  }

  await launch();
  return {
    async metrics() {
      if (!current) return null;
      const { port1, port2 } = new MessageChannel();
      current.postMessage({ metrics: port2 } satisfies WorkThreadRequest, [port2]);
      const answer = once(port1, 'message') as Promise<[MetricObject[]]>;
      const [figures] = await Promise.race([answer, once(port1, 'close').then(() => [null] as const)]);
      return figures;
    },
    async close() {
      closing = true;
      if (!current) return;
      const exit = once(current, 'exit');
      current.postMessage({ stop: true } satisfies WorkThreadRequest);
      await exit;
    },
  };
}
