import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { presenceSpace } from './presence.ts';

/**
 * Row-level access to graphile-worker's locked jobs. Its private tables are used where it has no function;
 * its version is pinned.
 */

/** Records the worker ids under which the process of a presence takes jobs. */
export async function insertWorkers(db: Db, processKey: number, workerIds: readonly string[]): Promise<void> {
  await sql`
    insert into job_worker (worker_id, process_key)
    select name, ${processKey} from unnest(${workerIds}::text[]) as name on conflict do nothing`.execute(db);
}

/**
 * Frees the jobs of dead processes: those whose presence lock is not held, and those that took a job and ended before
 * they recorded their worker id. An attempt that was interrupted by a restart of PostgreSQL is not counted.
 */
export async function freeAbandonedJobs(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from job_worker where not exists (
        select from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and classid = ${presenceSpace} and objid = (process_key & 4294967295)::oid and objsubid = 2)
      returning worker_id),
    abandoned as (
      select worker_id from gone
      union
      select locked_by from graphile_worker._private_jobs
      where locked_at < now() - interval '10 seconds' and locked_by not in (select worker_id from job_worker)),
    queues as (
      update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
      where locked_by in (select worker_id from abandoned)
        -- Left by a worker that completed a job after losing its lock.
        or (locked_at < now() - interval '10 seconds' and not exists (
          select from graphile_worker._private_jobs as job
          where job.job_queue_id = queue.id and job.locked_by = queue.locked_by)))
    update graphile_worker._private_jobs set locked_at = null, locked_by = null,
      attempts = attempts - case when locked_at < pg_postmaster_start_time() and attempts > 0 then 1 else 0 end
    where locked_by in (select worker_id from abandoned)`.execute(db);
}

/** Renews the locks of live workers, which graphile-worker would free after four hours. */
export async function extendLocks(db: Db, workerIds: readonly string[]): Promise<void> {
  await sql`
    with queues as (
      update graphile_worker._private_job_queues set locked_at = now()
      where locked_by = any(${workerIds}::text[]) and locked_at < now() - interval '1 hour')
    update graphile_worker._private_jobs set locked_at = now()
    where locked_by = any(${workerIds}::text[]) and locked_at < now() - interval '1 hour'`.execute(db);
}

/** Releases the jobs that the workers hold, so that other workers take them at once. */
export async function returnJobs(db: Db, workerIds: readonly string[]): Promise<void> {
  await sql`
    with workers as (
      delete from job_worker where worker_id = any(${workerIds}::text[])),
    queues as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where locked_by = any(${workerIds}::text[]))
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by = any(${workerIds}::text[])`.execute(db);
}

/** Does not count the current attempts of the jobs that the workers hold. */
export async function uncountTries(db: Db, workerIds: readonly string[]): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0)
    where locked_by = any(${workerIds}::text[])`.execute(db);
}

/** Does not count the current attempt of a job, if the worker still holds it. */
export async function uncountTry(db: Db, jobId: string, workerId: string): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0)
    where id = ${jobId} and locked_by = ${workerId}`.execute(db);
}
