import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Tenant } from '../database/tenants.ts';
import type { Logger } from '../process/log.ts';

/**
 * The slots per class of jobs in a process: jobs of one class never wait for another class. `notice`: mails and
 * notifications; `interactive`: jobs that users wait for; `history`: jobs that only follow what connections read;
 * `webhook`: messages to other systems, which may be slow.
 */
export const jobSlots = {
  notice: 2,
  interactive: 2,
  import: 2,
  evaluation: 2,
  history: 4,
  webhook: 4,
} as const;
export type JobClass = keyof typeof jobSlots;

/** The arguments of a job. */
export interface JobCall<P> {
  tenant: Tenant;
  payload: P;
  log: Logger;
  /** Aborts if the process stops or has lost its presence; another process may then take the job. */
  signal: AbortSignal;
  /** Number of this attempt, from 1, and the maximum. Interrupted attempts are not counted. */
  attempt: number;
  maximumAttempts: number;
}

/**
 * A kind of job. It must be idempotent: it may run again after a crash, even while a run that lost its
 * presence continues.
 */
export interface JobKind<P> {
  name: string;
  class: JobClass;
  run(call: JobCall<P>): Promise<void>;
}

/**
 * Thrown by a job that was interrupted through no fault of its own: it is retried, and this attempt is not
 * counted.
 */
export class JobInterrupted extends Error {
  override name = 'JobInterrupted';
}

export interface EnqueueOptions {
  /** Replaces a job with the same key that has not started. */
  key?: string;
  runAt?: Date;
  maximumAttempts?: number;
  /** Only one job of a queue runs at a time, over all processes. */
  queue?: string;
  /** Jobs of a class with lower values run first; 0 by default. */
  priority?: number;
}

/** Maximum number of attempts of a job unless its kind sets another one. */
const attempts = 25;

/** Enqueues a job in the caller's transaction: it exists only if that commits. */
export async function enqueue<P extends object>(
  db: Db,
  name: string,
  payload: P,
  { key, runAt, maximumAttempts = attempts, queue, priority = 0 }: EnqueueOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maximumAttempts}::int, job_key => ${key ?? null}::text, queue_name => ${queue ?? null}::text,
    priority => ${priority}::int)`.execute(db);
}

/** Enqueues jobs of a kind in the caller's transaction, with one statement. Jobs with the same key run once. */
export async function enqueueAll<P extends object>(
  db: Db,
  name: string,
  jobs: readonly { payload: P; key: string; queue: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await sql`select count(graphile_worker.add_job(
      ${name}::text, payload::json, max_attempts => ${attempts}::int, job_key => key, queue_name => queue, priority => 0))
    from unnest(${jobs.map(({ payload }) => JSON.stringify(payload))}::text[], ${jobs.map(({ key }) => key)}::text[],
      ${jobs.map(({ queue }) => queue)}::text[]) as job (payload, key, queue)`.execute(db);
}
