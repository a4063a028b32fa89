import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transferable, Worker } from 'node:worker_threads';
import { Counter, Gauge } from 'prom-client';
import type { Running } from '../context.ts';
import { createBackOff } from '../process/back-off.ts';
import { withDeadline } from '../process/deadline.ts';
import type { Logger } from '../process/log.ts';
import { metrics } from '../process/metrics.ts';
import { createHeartbeat, createStallMeter, type Heartbeat } from './heartbeat.ts';
import { startThread } from './threads.ts';

/** What every watched thread finds in `workerData`, beside its own. */
export interface WatchedThreadData {
  /** To be kept up with `startBeating`. */
  heartbeat: Heartbeat;
}

/** What every watched thread is told once: to finish and end. It says `ready` once it does its work. */
export interface StopRequest {
  stop: true;
}

export interface WatchOptions {
  /** As of `startThread`. */
  thread: string;
  /** What the log and the metrics call it. */
  name: string;
  data: object;
  log: Logger;
  /** Milliseconds without a beat after which it is not ready. */
  stalledAfter?: number;
  /** Milliseconds without a beat after which it is ended and started again. */
  replacedAfter?: number;
  /** Milliseconds it may take to close in order; then it is ended. */
  closeLimit?: number;
}

/** A thread that is started again when it fails or stalls. */
export interface WatchedThread extends Running {
  /** Why it does not do its work now, as a sentence; null when it does. */
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
/** Milliseconds after which a thread that ends is no longer one that keeps failing. */
const steadyAfter = 60_000;

/**
 * Starts a thread and keeps it running until it is closed. Returns at once: the thread starts on its own. One that
 * fails is started again with back-off; one whose event loop is blocked is ended first.
 */
export function startWatchedThread(options: WatchOptions): WatchedThread {
  const { thread: file, name, data, log } = options;
  const { stalledAfter = 5_000, replacedAfter = 30_000, closeLimit = 2_000 } = options;
  const closing = new AbortController();
  let current: Worker | null = null;
  let problem: string | null = `The thread ${name} is starting.`;

  function setProblem(next: string | null): void {
    problem = next;
    readiness.set({ thread: name }, next === null ? 1 : 0);
  }

  /** Resolves when the thread has ended, to why. */
  async function runOnce(): Promise<'failed' | 'stalled'> {
    const heartbeat = createHeartbeat();
    const worker = startThread(file, { ...data, heartbeat } satisfies WatchedThreadData);
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
