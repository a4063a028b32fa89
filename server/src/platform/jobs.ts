import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type JobHelpers, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { Counter } from 'prom-client';
import type { Running } from './context.ts';
import type { Db } from './database.ts';
import type { Logger } from './log.ts';
import { metrics } from './metrics.ts';
import { repeat } from './repeat.ts';
import type { Tenant } from './tenants.ts';

/** What a job is given: its tenant, its payload, and a signal that fires when the process is to stop. */
export interface JobCall<P> {
  tenant: Tenant;
  payload: P;
  log: Logger;
  signal: AbortSignal;
  /** Which try this is, from 1, and how many there will be. */
  attempt: number;
  maximumAttempts: number;
}

/** A kind of job. It may run again after a crash, so its effect must be the same when it does. */
export interface JobKind<P> {
  name: string;
  run(call: JobCall<P>): Promise<void>;
}

export interface EnqueueOptions {
  /** A job of the same key that has not started is replaced. */
  key?: string;
  runAt?: Date;
  maximumAttempts?: number;
  /** Of the jobs of one queue only one runs at a time, whatever process takes it. */
  queue?: string;
}

/** Enqueues a job inside the caller's transaction: it exists when that commits, and only then. */
export async function enqueue<P extends object>(
  db: Db,
  name: string,
  payload: P,
  { key, runAt, maximumAttempts = 25, queue }: EnqueueOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maximumAttempts}::int, job_key => ${key ?? null}::text, queue_name => ${queue ?? null}::text)`.execute(
    db,
  );
}

const jobsDone = new Counter({
  name: 'twinward_jobs_total',
  help: 'Jobs that ended, by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers: [metrics],
});

const sweepInterval = 5_000;

/**
 * Runs the jobs of one tenant in this process, several at a time.
 *
 * While it runs it holds an advisory lock and notes under that lock's key the name in which its jobs are
 * taken. The jobs of a process that died are recognised by a lock that nobody holds, and are freed within
 * seconds.
 */
export async function runJobs(
  tenant: Tenant,
  kinds: readonly JobKind<never>[],
  log: Logger,
  concurrency = 2,
): Promise<Running> {
  const presence = await holdPresence(tenant, log);
  const events = new EventEmitter();
  const noted: Promise<unknown>[] = [];
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    noted.push(presence.note(workerPool.id));
  });
  const stopping = new AbortController();
  const taskList: TaskList = Object.fromEntries(
    kinds.map((kind) => [
      kind.name,
      (payload, helpers) => work(kind, payload, helpers, tenant, log, stopping.signal),
    ]),
  );
  await freeAbandonedJobs(tenant.db);
  const runner = await run({
    pgPool: tenant.pool,
    taskList,
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    events,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ tenant: tenant.name }, message);
    }),
  });
  await Promise.all(noted);
  const sweep = repeat(
    'the search for abandoned jobs',
    sweepInterval,
    () => freeAbandonedJobs(tenant.db),
    log,
  );
  return {
    async close() {
      await sweep.close();
      stopping.abort();
      await runner.stop();
      await presence.release();
    },
  };
}

async function work(
  kind: JobKind<never>,
  payload: unknown,
  { job, abortSignal }: JobHelpers,
  tenant: Tenant,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stopping, abortSignal]);
  try {
    await kind.run({
      tenant,
      payload: payload as never,
      log,
      signal,
      attempt: job.attempts,
      maximumAttempts: job.max_attempts,
    });
    jobsDone.inc({ kind: kind.name, outcome: 'done' });
  } catch (error) {
    jobsDone.inc({ kind: kind.name, outcome: signal.aborted ? 'stopped' : 'error' });
    if (!signal.aborted) log.error({ err: error, job: kind.name, tenant: tenant.name }, 'a job failed');
    throw error;
  }
}

const lockSpace = 0x74_77;

interface Presence {
  note(name: string): Promise<unknown>;
  release(): Promise<void>;
}

/** Holds the lock by which others know that this process lives; takes a new one when the connection is lost. */
async function holdPresence(tenant: Tenant, log: Logger): Promise<Presence> {
  const key = randomBytes(4).readInt32BE();
  const names: string[] = [];
  let client: pg.Client | null = null;
  let released = false;
  // Others may have taken the process for gone while its connection was lost.
  const noteAll = () =>
    sql`insert into job_worker (worker_id, process_key)
      select name, ${key} from unnest(${names}::text[]) as name on conflict do nothing`.execute(tenant.db);
  async function hold(): Promise<void> {
    const next = new pg.Client({ connectionString: tenant.connectionString, keepAlive: true });
    next.on('error', () => undefined);
    next.on('end', () => {
      if (released) return;
      log.warn({ tenant: tenant.name }, 'the connection that shows this process alive was lost');
      setTimeout(() => void hold().catch(() => next.emit('end')), 500);
    });
    client = next;
    await next.connect();
    await next.query('select pg_advisory_lock($1, $2)', [lockSpace, key]);
    await noteAll();
  }
  await hold();
  return {
    note(name) {
      names.push(name);
      return noteAll();
    },
    async release() {
      released = true;
      await sql`delete from job_worker where process_key = ${key}`.execute(tenant.db);
      await client?.end();
    },
  };
}

/**
 * Frees the jobs of processes that are gone: those whose lock nobody holds, and those that were gone before
 * they had noted the name in which they took a job.
 */
async function freeAbandonedJobs(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from job_worker where not exists (
        select from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and classid = ${lockSpace} and objid = (process_key & 4294967295)::oid and objsubid = 2)
      returning worker_id),
    unknown as (
      select distinct locked_by from graphile_worker.jobs
      where locked_at < now() - interval '10 seconds' and locked_by not in (select worker_id from job_worker))
    select graphile_worker.force_unlock_workers(array_agg(name))
    from (select worker_id from gone union select locked_by from unknown) as abandoned (name)
    having count(*) > 0`.execute(db);
}
