import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createGate } from '../../testing/gate.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import type { Running } from '../context.ts';
import type { Tenant } from '../database/tenants.ts';
import type { BackOff } from '../process/back-off.ts';
import { createLogger } from '../process/log.ts';
import { extendLocks, freeAbandonedJobs } from './job-locks.ts';
import { runJobs } from './job-runner.ts';
import { startJobSession } from './job-session.ts';
import { enqueue, type JobCall, JobInterrupted, type JobKind } from './jobs.ts';

const log = createLogger('silent');
const wait = { timeout: 60_000 };
let database: TestDatabase;
let tenant: Tenant;
/** The tenant with a proxy in front of its jobs; its pool connects directly. */
let proxied: Tenant;
let proxy: TcpProxy;
const running: Running[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  tenant = { name: 'demo', ...database };
  proxy = await startTcpProxy(database.connectionString);
  proxied = { ...tenant, connectionString: proxy.url(database.connectionString) };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.close()));
  proxy.set('forward');
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
  await sql`delete from graphile_worker._private_job_queues`.execute(database.db);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

type Payload = { id: number };
const kind = (
  run: (call: JobCall<Payload>) => Promise<void>,
  jobClass: JobKind<Payload>['class'] = 'interactive',
): JobKind<Payload> => ({ name: `test-${jobClass}`, class: jobClass, run });

async function start(of: Tenant, kinds: JobKind<Payload>[], backOff?: BackOff): Promise<Running> {
  const jobs = await runJobs(of, kinds, log, backOff);
  running.push(jobs);
  return jobs;
}

async function connections(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'twinward jobs'`.execute(database.db);
  return rows[0]!.count;
}

async function jobRows() {
  const { rows } = await sql<{ attempts: number; locked_by: string | null }>`
    select attempts, locked_by from graphile_worker.jobs order by id`.execute(database.db);
  return rows;
}

const terminatePresence = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'twinward jobs'`.execute(database.db);

test('makes one attempt at a time while the database is away, and then resumes the job', async () => {
  const gate = createGate();
  const attempts: number[] = [];
  const job = kind(async ({ signal, attempt }) => {
    attempts.push(attempt);
    if (attempts.length > 1) return;
    await gate.pass();
    signal.throwIfAborted();
  });
  let turns = 0;
  const most = 40;
  const backOff: BackOff = {
    next() {
      if (++turns === most) proxy.set('forward');
      return 1;
    },
    reset: () => undefined,
  };
  await start(proxied, [job], backOff);
  await enqueue(database.db, job.name, { id: 1 });
  await gate.reached;
  const before = proxy.accepted;
  proxy.set('refuse');
  gate.open();
  await expect.poll(() => turns, wait).toBeGreaterThanOrEqual(most);
  // An attempt is counted before its connection is accepted.
  await expect.poll(() => proxy.accepted - before, wait).toBe(most);
  await expect.poll(() => attempts.length, wait).toBe(2);
  await expect.poll(jobRows, wait).toEqual([]);
  await expect.poll(connections, wait).toBe(1);
});

test('aborts its jobs if its presence is lost, and runs them again without counting the attempt', async () => {
  const gate = createGate();
  const signals: AbortSignal[] = [];
  const tries: number[] = [];
  const job = kind(async ({ signal, attempt }) => {
    signals.push(signal);
    tries.push(attempt);
    if (signals.length === 1) await gate.pass();
  });
  await start(tenant, [job]);
  await enqueue(database.db, job.name, { id: 1 });
  await gate.reached;
  await terminatePresence();
  await expect.poll(() => signals[0]!.aborted, wait).toBe(true);
  gate.open();
  await expect.poll(() => tries, wait).toEqual([1, 1]);
  await expect.poll(jobRows, wait).toEqual([]);
});

test('survives if the end of a job can’t be recorded', async () => {
  const runs: number[] = [];
  const job = kind(async ({ payload }) => {
    runs.push(payload.id);
    // The runner can’t record that the job has ended: its connections break now.
    if (runs.length === 1) proxy.set('refuse');
  });
  const backOff: BackOff = {
    next() {
      proxy.set('forward');
      return 1;
    },
    reset: () => undefined,
  };
  await start(proxied, [job], backOff);
  await enqueue(database.db, job.name, { id: 1 });
  await expect.poll(() => runs, wait).toEqual([1, 1]);
  await enqueue(database.db, job.name, { id: 2 });
  await expect.poll(() => runs, wait).toEqual([1, 1, 2]);
  await expect.poll(jobRows, wait).toEqual([]);
});

test('closes while a job still runs, and releases that job for others', async () => {
  const gate = createGate();
  const stuck = kind(() => gate.pass());
  const jobs = await start(tenant, [stuck]);
  await enqueue(database.db, stuck.name, { id: 1 });
  await gate.reached;
  await jobs.close();
  expect(await jobRows()).toEqual([{ attempts: 0, locked_by: null }]);
  const taken: number[] = [];
  await start(tenant, [kind(async ({ payload }) => void taken.push(payload.id))]);
  await expect.poll(() => taken, wait).toEqual([1]);
  await expect.poll(jobRows, wait).toEqual([]);
  gate.open();
});

test('runs jobs of one class while another class has no free slot', async () => {
  const gate = createGate();
  const done: number[] = [];
  const imports = kind(() => gate.pass(), 'import');
  const notices = kind(async ({ payload }) => void done.push(payload.id), 'notice');
  await start(tenant, [imports, notices]);
  for (let id = 0; id < 5; id++) await enqueue(database.db, imports.name, { id });
  await gate.reached;
  await enqueue(database.db, notices.name, { id: 7 });
  await expect.poll(() => done, wait).toEqual([7]);
  gate.open();
  await expect.poll(jobRows, wait).toEqual([]);
});

test('runs the jobs of a queue one after another without waiting for the poll', async () => {
  const done: number[] = [];
  const job = kind(async ({ payload }) => {
    done.push(payload.id);
    if (payload.id === 2) throw new Error('This one fails.');
  });
  const ids = [1, 2, 3, 4];
  for (const id of ids) {
    await enqueue(database.db, job.name, { id }, { queue: 'one', maximumAttempts: 1, priority: id });
  }
  const day = 86_400_000;
  const session = await startJobSession(tenant, [job], log, day);
  running.push({ close: () => session.stop() });
  await expect.poll(() => done, wait).toEqual(ids);
});

test('retries an interrupted job without counting the attempt', async () => {
  const tries: number[] = [];
  const job = kind(async ({ attempt }) => {
    tries.push(attempt);
    if (tries.length < 3) throw new JobInterrupted('The database could not be reached.');
  });
  await start(tenant, [job]);
  await enqueue(database.db, job.name, { id: 1 }, { maximumAttempts: 2 });
  await expect.poll(() => tries, wait).toEqual([1, 1, 1]);
  await expect.poll(jobRows, wait).toEqual([]);
});

test('frees the jobs of dead workers, and counts an attempt unless PostgreSQL was restarted meanwhile', async () => {
  const { db } = database;
  // A lock that is older than the server counts as a lock from before a restart.
  const serverAge = sql<{ seconds: number }>`
    select extract(epoch from now() - pg_postmaster_start_time())::float8 as seconds`;
  await expect.poll(async () => (await serverAge.execute(db)).rows[0]!.seconds, wait).toBeGreaterThan(11);
  for (const id of [1, 2, 3]) await enqueue(db, 'test-locks', { id }, { queue: `queue ${id}` });
  const lock = (id: number, worker: string, at: string) =>
    sql`with queue as (
        update graphile_worker._private_job_queues set locked_by = ${worker}, locked_at = ${at}::timestamptz
        where queue_name = ${`queue ${id}`})
      update graphile_worker._private_jobs set attempts = 1, locked_by = ${worker}, locked_at = ${at}::timestamptz
      where payload ->> 'id' = ${String(id)}`.execute(db);
  await sql`insert into job_worker (worker_id, process_key) values ('dead', 12345)`.execute(db);
  await lock(1, 'dead', '2001-01-01');
  await lock(2, 'unknown', new Date(Date.now() - 11_000).toISOString());
  await lock(3, 'starting', new Date().toISOString());
  // The queue of a removed job, still locked.
  await sql`insert into graphile_worker._private_job_queues (queue_name, locked_by, locked_at)
    values ('left', 'live', now() - interval '11 seconds')`.execute(db);
  await freeAbandonedJobs(db);
  expect(await jobRows()).toEqual([
    { attempts: 0, locked_by: null },
    { attempts: 1, locked_by: null },
    { attempts: 1, locked_by: 'starting' },
  ]);
  const queues = sql<{ queue_name: string }>`
    select queue_name from graphile_worker._private_job_queues where locked_by is not null`;
  expect((await queues.execute(db)).rows).toEqual([{ queue_name: 'queue 3' }]);
});

test('renews the lock of a long job', async () => {
  const { db } = database;
  await enqueue(db, 'test-locks', { id: 1 });
  await sql`update graphile_worker._private_jobs set locked_by = 'live', locked_at = now() - interval '3 hours'`.execute(
    db,
  );
  const { rows: isOld } = await sql<{ old: boolean }>`
    select locked_at < now() - interval '2 hours' as old from graphile_worker._private_jobs`.execute(db);
  await extendLocks(db, ['live']);
  const { rows: isOldAfter } = await sql<{ old: boolean }>`
    select locked_at < now() - interval '2 hours' as old from graphile_worker._private_jobs`.execute(db);
  expect([isOld, isOldAfter]).toEqual([[{ old: true }], [{ old: false }]]);
});
