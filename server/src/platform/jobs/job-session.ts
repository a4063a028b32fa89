import { EventEmitter } from 'node:events';
import {
  type JobHelpers,
  runTaskList,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
  type WorkerPool,
} from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { Counter } from 'prom-client';
import type { Db } from '../database/database.ts';
import type { Tenant } from '../database/tenants.ts';
import { withDeadline } from '../process/deadline.ts';
import type { Logger } from '../process/log.ts';
import { metrics } from '../process/metrics.ts';
import { repeat } from '../process/repeat.ts';
import {
  extendLocks,
  freeAbandonedJobs,
  insertWorkers,
  returnJobs,
  uncountTries,
  uncountTry,
} from './job-locks.ts';
import { type JobClass, JobInterrupted, type JobKind, jobSlots } from './jobs.ts';
import { acquirePresence } from './presence.ts';

/** Runs jobs while it holds a presence. */
export interface JobSession {
  /**
   * Resolves with the reason when the session can't continue: its presence is lost, or a runner has failed.
   */
  failed: Promise<Error>;
  /** Aborts the jobs and releases those that do not end in time. Takes a few seconds at most. */
  stop(): Promise<void>;
}

const jobsDone = new Counter({
  name: 'twinward_jobs_total',
  help: 'Jobs that ended, by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers: [metrics],
});

const sweepInterval = 5_000;
/** Poll interval in milliseconds for freed and scheduled jobs; other jobs wake their runner. */
const defaultPollInterval = 1_000;
/** Time for aborted jobs to end, and for each step of the shutdown, in milliseconds. */
const jobTimeout = 1_500;
const stepTimeout = 500;

/**
 * Takes a presence and starts a runner for each class of jobs.
 * @throws Error when the database can't be reached; nothing stays open then.
 */
export async function startJobSession(
  tenant: Tenant,
  kinds: readonly JobKind<never>[],
  log: Logger,
  pollInterval: number = defaultPollInterval,
): Promise<JobSession> {
  const presence = await acquirePresence(tenant.connectionString);
  // Jobs are taken and completed on the connection that holds the presence lock, so a worker without it
  // can do neither.
  const { client, pool } = presence.connection;
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const classes = [...new Set(kinds.map((kind) => kind.class))];
  let fail!: (reason: Error) => void;
  const failed = new Promise<Error>((resolve) => {
    fail = resolve;
  });
  const stopping = new AbortController();
  presence.lost.addEventListener('abort', () => fail(presence.lost.reason as Error));
  const signal = AbortSignal.any([stopping.signal, presence.lost]);

  async function runJob(kind: JobKind<never>, payload: unknown, { job }: JobHelpers): Promise<void> {
    try {
      signal.throwIfAborted();
      const { attempts: attempt, max_attempts: maximumAttempts } = job;
      await kind.run({ tenant, payload: payload as never, log, signal, attempt, maximumAttempts });
      jobsDone.inc({ kind: kind.name, outcome: 'done' });
    } catch (error) {
      const isInterrupted = signal.aborted || error instanceof JobInterrupted;
      jobsDone.inc({ kind: kind.name, outcome: isInterrupted ? 'stopped' : 'error' });
      if (!isInterrupted) log.error({ err: error, job: kind.name, tenant: tenant.name }, 'a job failed');
      else if (!signal.aborted) await uncountTry(db, job.id, job.locked_by!).catch(() => undefined);
      throw error;
    }
  }

  const runners: WorkerPool[] = [];
  const names = () => runners.map(({ id }) => id);
  let sweep: { close(): Promise<void> } | undefined;

  async function stop(): Promise<void> {
    stopping.abort();
    await waitAtMost(stepTimeout, uncountTries(tenant.db, names()));
    await waitAtMost(jobTimeout, Promise.allSettled(runners.map(async (runner) => stopRunner(runner))));
    if (sweep) await waitAtMost(stepTimeout, sweep.close());
    await waitAtMost(stepTimeout, returnJobs(tenant.db, names()));
    await presence.release();
  }

  // On the connection of the presence, not by `listen`: without a presence there is no runner to wake, and while the
  // database is away only one connection attempt is made.
  client.on('notification', () => {
    for (const runner of runners) wakeRunner(runner);
  });
  try {
    await client.query('listen "jobs:insert"');
    await freeAbandonedJobs(db);
    for (const jobClass of classes) {
      const tasks: TaskList = Object.fromEntries(
        kinds
          .filter((kind) => kind.class === jobClass)
          .map((kind) => [kind.name, (payload, helpers) => runJob(kind, payload, helpers)]),
      );
      runners.push(startRunner(pool, tasks, jobClass, fail, { log, tenant, pollInterval }));
    }
    await insertWorkers(db, presence.key, names());
    sweep = repeat(
      'the search for abandoned jobs',
      sweepInterval,
      async () => {
        await freeAbandonedJobs(db);
        await extendLocks(db, names());
      },
      log,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { failed, stop };
}

/**
 * Starts a runner of graphile-worker. It can fail in three ways: it ends itself if it can't record that a job ended; it
 * never takes a job if its first query fails; and it rejects unhandled if these records are not batched.
 */
function startRunner(
  pool: pg.Pool,
  tasks: TaskList,
  jobClass: JobClass,
  fail: (reason: Error) => void,
  { log, tenant, pollInterval }: { log: Logger; tenant: Tenant; pollInterval: number },
): WorkerPool {
  const events: WorkerEvents = new EventEmitter();
  let hasLooked = false;
  const look = () => {
    hasLooked = true;
  };
  events.on('worker:getJob:empty', look).on('job:start', look);
  events.on('worker:getJob:error', ({ error }) => {
    if (!hasLooked) fail(new Error('no jobs can be taken', { cause: error }));
  });
  events.on('pool:gracefulShutdown', ({ message }) => fail(new Error(message)));
  const runner = runTaskList(
    {
      concurrency: jobSlots[jobClass],
      pollInterval,
      noHandleSignals: true,
      events,
      logger: new WorkerLogger(() => (level, message) => {
        if (level === 'error' || level === 'warning') log.warn({ tenant: tenant.name }, message);
      }),
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    tasks,
    pool,
  );
  // A worker looks for its next job before the end of the last one is recorded, and so finds its queue still locked.
  // The timer of graphile-worker that records it was started before this event.
  events.on('job:complete', ({ job }) => {
    if (job.job_queue_id !== null) setTimeout(wakeRunner, 0, runner);
  });
  runner.promise.catch(() => undefined);
  return runner;
}

/** Makes a runner look for jobs now. */
function wakeRunner(runner: WorkerPool): void {
  if (!runner._shuttingDown) runner.nudge(1);
}

/** Stops a runner, or waits for one that is already stopping. */
async function stopRunner(runner: WorkerPool): Promise<void> {
  if (runner._shuttingDown) await runner.promise;
  else await runner.gracefulShutdown();
}

/** Waits at most `limit` milliseconds for a step of the shutdown; a failure counts as its end. */
async function waitAtMost(limit: number, step: Promise<unknown>): Promise<void> {
  await withDeadline(step, limit, 'ending jobs').catch(() => undefined);
}
