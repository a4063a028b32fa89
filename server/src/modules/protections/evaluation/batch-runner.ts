import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { troubleOf } from '../../../platform/database/database-trouble.ts';
import type { Logger } from '../../../platform/process/log.ts';

/** What a batch did, for the metrics. */
export interface BatchResult {
  /** Since when each that was evaluated had waited. */
  dueSince: Date[];
  /** Whether some that are due were not evaluated to their end: they go on in another batch. */
  isBehind: boolean;
}

/** How to evaluate some of what is due. */
export interface Batch {
  /** What it evaluates, for the log. */
  what: string;
  /** At most so many in one transaction. */
  size: number;
  /** Evaluates at most so many in one transaction. */
  evaluate(limit: number): Promise<BatchResult>;
  /** Puts the one that waits longest aside, with its error. */
  putAside(): Promise<BatchResult>;
}

/** What is shown on one that was put aside. */
export const notEvaluated = 'It could not be evaluated; the reason has been logged.';

const nothing: BatchResult = { dueSince: [], isBehind: false };

/**
 * Evaluates a batch. Where that fails, the first that is due is evaluated by itself, and put aside when it
 * is that one that fails.
 * @throws Error when the database is in trouble: nothing is then put aside, and all that is due stays due.
 */
export async function runBatch({ what, size, evaluate, putAside }: Batch, log: Logger): Promise<BatchResult> {
  try {
    return await evaluate(size);
  } catch (error) {
    if (gaveWay(error)) return nothing;
    if (troubleOf(error)) throw error;
    log.warn({ err: error }, `a batch of ${what} could not be evaluated: they are taken one by one`);
  }
  try {
    return await evaluate(1);
  } catch (error) {
    if (gaveWay(error)) return nothing;
    if (troubleOf(error)) throw error;
    log.error({ err: error }, `one of the ${what} could not be evaluated`);
    return putAside();
  }
}

/**
 * Has the transaction give up rather than wait for others. Who saves a protection may wait for the note that it is
 * due, which evaluation holds, while evaluation waits for the protection: it is evaluation that gives way then, sooner
 * than PostgreSQL looks for a deadlock (a second), since it can do the same again by itself.
 */
export async function yieldToOthers(db: Db): Promise<void> {
  await sql`set local lock_timeout = '300ms'`.execute(db);
}

/** Another process changed what this one read, or holds what it needs: the work is still there. */
export function gaveWay(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes((error as { code?: string }).code ?? '');
}
