import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResourceLimits, Transferable, Worker } from 'node:worker_threads';
import { Counter, Gauge } from 'prom-client';
import type { Running } from '../context.ts';
import { createBackOff } from '../process/back-off.ts';
import { withDeadline } from '../process/deadline.ts';
import type { Logger } from '../process/log.ts';
import { metrics } from '../process/metrics.ts';
import { createHeartbeat, createStallMeter, type Heartbeat } from './heartbeat.ts';
import { startThread } from './threads.ts';

/** The part of `workerData` that every watched thread receives. */
export interface WatchedThreadData {
  /** Keep it alive with `startBeating`. */
  heartbeat: Heartbeat;
}

/** Asks a watched thread to finish and end. The thread sends `ready` when it has started. */
export interface StopRequest {
  stop: true;
}

export interface WatchOptions {
  /** As for `startThread`. */
  thread: string;
  /** Name in the log and the metrics. */
  name: string;
  data: object;
  log: Logger;
  resourceLimits?: ResourceLimits;
  /** Milliseconds without a beat after which the thread is not ready. */
  stalledAfter?: number;
  /** Milliseconds without a beat after which the thread is terminated and restarted. */
  replacedAfter?: number;
  /** Maximum milliseconds to close; then the thread is terminated. */
  closeLimit?: number;
}

/** A thread that is restarted when it fails or stalls. */
export interface WatchedThread extends Running {
  /** Why it does not work now, as a sentence; null if it works. */
  problem(): string | null;
  /** Sends a request. @returns false when there is no thread. */
  send(request: unknown, transfer?: Transferable[]): boolean;
}

const restarts = new Counter({
  name: 'twinward_thread_restarts_total',
  help: 'Threads that were started again, by their name and whether they failed or stalled',
  labelNames: ['thread', 'reason'],
  registers: [metrics],
});

const readiness = new Gauge({
  name: 'twinward_thread_ready',
  help: 'Whether the thread does its work (1) or is starting, stalled or gone (0)',
  labelNames: ['thread'],
  registers: [metrics],
});

const lookInterval = 500;
/** Uptime in milliseconds after which the back-off of restarts is reset. */
const steadyAfter = 60_000;

/**
 * Starts a thread and keeps it running until closed. Returns at once, while the thread starts. A failed
 * thread is restarted with back-off; one with a blocked event loop is terminated first.
 */
export function startWatchedThread(options: WatchOptions): WatchedThread {
  const { thread: file, name, data, log } = options;
  const { stalledAfter = 5_000, replacedAfter = 30_000, closeLimit = 2_000, resourceLimits } = options;
  const closing = new AbortController();
  let current: Worker | null = null;
  let problem: string | null = `The thread ${name} is starting.`;

  function setProblem(next: string | null): void {
    problem = next;
    readiness.set({ thread: name }, next === null ? 1 : 0);
  }

  /** Resolves when the thread has ended, with the reason. */
  async function runOnce(): Promise<'failed' | 'stalled'> {
    const heartbeat = createHeartbeat();
    const worker = startThread(file, { ...data, heartbeat } satisfies WatchedThreadData, resourceLimits);
    current = worker;
    let ready = false;
    let stalled = false;
    const meter = createStallMeter(heartbeat, lookInterval);
    const watch = setInterval(() => {
      const time = meter.look();
      if (time >= stalledAfter && !stalled) {
        stalled = true;
        setProblem(`The thread ${name} is stalled.`);
        log.error({ thread: name }, 'a thread is stalled');
      } else if (time < stalledAfter && stalled) {
        stalled = false;
        if (ready) setProblem(null);
        log.warn({ thread: name }, 'a thread is no longer stalled');
      }
      if (time >= replacedAfter) void worker.terminate();
    }, lookInterval);
    worker.once('message', () => {
      ready = true;
      if (!stalled) setProblem(null);
      log.info({ thread: name }, 'a thread does its work');
    });
    worker.on('error', (error) => log.error({ err: error, thread: name }, 'a thread failed'));
    await once(worker, 'exit').catch(() => undefined);
    clearInterval(watch);
    current = null;
    setProblem(`The thread ${name} has ended and will be started again.`);
    return stalled ? 'stalled' : 'failed';
  }

  async function run(): Promise<void> {
    const backOff = createBackOff({ base: 1_000, cap: 30_000 });
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      const reason = await runOnce();
      if (closing.signal.aborted) return;
      restarts.inc({ thread: name, reason });
      log.error({ thread: name, reason }, 'a thread ended and is started again');
      if (performance.now() - startedAt > steadyAfter) backOff.reset();
      await sleep(backOff.next(), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  setProblem(problem);
  const running = run();

  function send(request: unknown, transfer: Transferable[] = []): boolean {
    current?.postMessage(request, transfer);
    return current !== null;
  }

  return {
    problem: () => problem,
    send,
    async close() {
      closing.abort();
      send({ stop: true } satisfies StopRequest);
      await withDeadline(running, closeLimit, `closing the thread ${name}`).catch(async (error: Error) => {
        log.error({ err: error, thread: name }, 'a thread did not close in order and is ended');
        await current?.terminate();
      });
      await running;
    },
  };
}
