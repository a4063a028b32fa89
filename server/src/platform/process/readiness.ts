import type { ServerContext } from '../context.ts';
import { classifyError } from '../database/database-trouble.ts';
import { withDeadline } from './deadline.ts';

/** Milliseconds within which the database must accept a write, so that `/readyz` answers within 2 s. */
const probeLimit = 1_500;
/** Milliseconds for which the result of a probe is reused. */
const probeInterval = 5_000;

/**
 * Checks whether this process can work: the catalogue's database accepts writes, and its threads run. An
 * unreachable tenant does not make the process unready: its own calls answer 503.
 * @param problems of the threads of this process: a sentence, or null for one that runs.
 * @returns a function that resolves within 2 s to the reason as a sentence, or null when ready.
 */
export function createReadiness(
  { tenants, log }: Pick<ServerContext, 'tenants' | 'log'>,
  problems: readonly (() => string | null)[],
): () => Promise<string | null> {
  let probe: Promise<void> | null = null;
  let ended = true;
  let probedAt = Number.NEGATIVE_INFINITY;

  /** Only one probe at a time: a database that does not answer gets no further ones. */
  function currentProbe(): Promise<void> {
    if (probe && (!ended || performance.now() - probedAt < probeInterval)) return probe;
    ended = false;
    probedAt = performance.now();
    probe = tenants.probe().finally(() => {
      ended = true;
    });
    return probe;
  }

  return async () => {
    for (const problem of problems) {
      const reason = problem();
      if (reason !== null) return reason;
    }
    try {
      await withDeadline(currentProbe(), probeLimit, 'a write to the catalogue');
      return null;
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'not ready');
      return classifyError(error) === 'disk-full'
        ? "The database's disk is full."
        : 'The catalogue’s database does not take writes now.';
    }
  };
}
