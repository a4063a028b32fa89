import { classifyError } from '../../../platform/database/database-trouble.ts';
import type { Logger } from '../../../platform/process/log.ts';

/** Statistics of a batch, for the metrics. */
export interface BatchResult {
  /** When each evaluated item became due. */
  dueSince: Date[];
  /** Whether some due items were not completed, and continue in another batch. */
  isBehind: boolean;
}

/** How to evaluate a kind of due items. */
export interface Batch {
  /** Name of the evaluated items, for the log. */
  what: string;
  /** Maximum number of items per transaction. */
  size: number;
  /** Evaluates at most `limit` items in one transaction. */
  evaluate(limit: number): Promise<BatchResult>;
  /** Sets the item that has waited longest aside, with its error. */
  setAside(): Promise<BatchResult>;
}

/** The error text of an item that was set aside. */
export const notEvaluated = 'It could not be evaluated; the reason has been logged.';

const nothing: BatchResult = { dueSince: [], isBehind: false };

/**
 * Evaluates a batch. If that fails, evaluates the first due item alone, and sets it aside if it fails again.
 * @throws Error for database errors: nothing is set aside, and all items stay due.
 */
export async function runBatch({ what, size, evaluate, setAside }: Batch, log: Logger): Promise<BatchResult> {
  try {
    return await evaluate(size);
  } catch (error) {
    if (gaveWay(error)) return nothing;
    if (classifyError(error)) throw error;
    log.warn({ err: error }, `a batch of ${what} could not be evaluated: they are taken one by one`);
  }
  try {
    return await evaluate(1);
  } catch (error) {
    if (gaveWay(error)) return nothing;
    if (classifyError(error)) throw error;
    log.error({ err: error }, `one of the ${what} could not be evaluated`);
    return setAside();
  }
}

/** Whether another process changed what this one read, or holds a lock that it needs: the work is retried. */
export function gaveWay(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes((error as { code?: string }).code ?? '');
}
