import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Tenant } from '../database/tenants.ts';
import type { Logger } from '../process/log.ts';

/**
 * The slots of each class of jobs in a process: jobs of one class never wait for those of another.
 * `notice`: mails and notifications; `interactive`: what users wait for.
 */
export const jobSlots = { notice: 2, interactive: 2, import: 2, evaluation: 2 } as const;
export type JobClass = keyof typeof jobSlots;

/** What a job is given. */
export interface JobCall<P> {
  tenant: Tenant;
  payload: P;
  log: Logger;
  /** Fires when the process is to stop, or has lost its presence, so that another one may take the job. */
  signal: AbortSignal;
  /** Which try this is, from 1, and how many there will be. Interrupted tries are not counted. */
  attempt: number;
  maximumAttempts: number;
}

/**
 * A kind of job. It may run again after a crash, and even while a run that lost its presence goes on: its effect
 * must be the same when it does.
 */
export interface JobKind<P> {
  name: string;
  class: JobClass;
  run(call: JobCall<P>): Promise<void>;
}

/** Thrown by a job that was cut off through no fault of its own: it is tried again, and this try is not counted. */
export class JobInterrupted extends Error {
  override name = 'JobInterrupted';
}

export interface EnqueueOptions {
  /** A job of the same key that has not started is replaced. */
  key?: string;
  runAt?: Date;
  maximumAttempts?: number;
  /** Of the jobs of one queue only one runs at a time, whatever process takes it. */
  queue?: string;
  /** Of the jobs of a class the lowest runs first; 0 unless given. */
  priority?: number;
}

/** Enqueues a job inside the caller's transaction: it exists when that commits, and only then. */
export async function enqueue<P extends object>(
  db: Db,
  name: string,
  payload: P,
  { key, runAt, maximumAttempts = 25, queue, priority = 0 }: EnqueueOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maximumAttempts}::int, job_key => ${key ?? null}::text, queue_name => ${queue ?? null}::text,
    priority => ${priority}::int)`.execute(db);
}
