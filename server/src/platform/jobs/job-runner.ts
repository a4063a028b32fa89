import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../context.ts';
import type { Tenant } from '../database/tenants.ts';
import { untilAborted } from '../process/abort.ts';
import { type BackOff, createBackOff } from '../process/back-off.ts';
import { withDeadline } from '../process/deadline.ts';
import type { Logger } from '../process/log.ts';
import { type JobSession, startJobSession } from './job-session.ts';
import type { JobKind } from './jobs.ts';

/** Maximum wait between two attempts to resume, in milliseconds. */
const longestWait = 10_000;
/** Maximum time to close, in milliseconds; after it, work that hangs is abandoned. */
const closeTimeout = 2_500;

/**
 * Runs the jobs of one tenant in this process until closed, which takes at most a few seconds. If the database is lost
 * or a runner fails, running jobs are aborted, and a new session starts with back-off.
 */
export async function runJobs(
  tenant: Tenant,
  kinds: readonly JobKind<never>[],
  log: Logger,
  backOff: BackOff = createBackOff({ cap: longestWait }),
): Promise<Running> {
  const closing = new AbortController();
  const { signal } = closing;

  async function start(): Promise<JobSession | null> {
    try {
      return await startJobSession(tenant, kinds, log);
    } catch (error) {
      log.warn({ err: error, tenant: tenant.name }, 'jobs can’t be run: trying again');
      return null;
    }
  }

  async function runSessions(first: JobSession | null): Promise<void> {
    let session = first;
    for (;;) {
      const begun = performance.now();
      if (session) {
        const reason = await Promise.race([session.failed, untilAborted(signal)]);
        if (reason) log.warn({ reason: reason.message, tenant: tenant.name }, 'jobs are interrupted');
        await session.stop();
        if (performance.now() - begun > longestWait) backOff.reset();
      }
      if (signal.aborted) return;
      await sleep(backOff.next(), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      session = await start();
    }
  }

  const running = runSessions(await start());
  return {
    async close() {
      closing.abort();
      await withDeadline(running, closeTimeout, 'ending jobs').catch(({ message }) => log.warn(message));
    },
  };
}
