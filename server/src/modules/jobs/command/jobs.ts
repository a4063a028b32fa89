import { BudgetExceeded } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { isWithoutConnection } from '../../../platform/database/database-trouble.ts';
import { readOnly } from '../../../platform/database/read-only.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { type JobCall, JobInterrupted, type JobKind } from '../../../platform/jobs/jobs.ts';
import { commandClasses, toJobName } from './classes.ts';
import { type CommandLoaders, givenUp, publishCommand } from './service.ts';
import { beginRun, endRun, lockRun, type Outcome, updateProgress } from './store.ts';

/** Thrown through a handler whose command was canceled. */
class Canceled extends Error {
  override name = 'Canceled';
}

/** Thrown through the handler of an outdated run: another process runs the command. */
class StaleRun extends JobInterrupted {
  override name = 'StaleRun';
  constructor() {
    super('Another run of the command has begun.');
  }
}

const publishInterval = 300;
/** Maximum number of runs, including interrupted ones: the command itself may make the database crash. */
const maximumRuns = 50;
const lockNotAvailable = '55P03';

/** Returns the jobs that run commands, one kind per class. The handler of its type executes each command. */
export function createCommandJobs(handlers: CommandLoaders): JobKind<{ commandId: string }>[] {
  return commandClasses.map((jobClass) => ({
    name: toJobName(jobClass),
    class: jobClass,
    run: (call) => carryOut(call, handlers),
  }));
}

async function carryOut(call: JobCall<{ commandId: string }>, handlers: CommandLoaders): Promise<void> {
  try {
    await runCommand(call, handlers);
  } catch (error) {
    const { code } = error as { code?: string };
    // The database is unreachable, or the transaction of an earlier run is still open.
    if (code !== lockNotAvailable && !isWithoutConnection(error)) throw error;
    throw new JobInterrupted('The database could not be reached.', { cause: error });
  }
}

async function runCommand(call: JobCall<{ commandId: string }>, handlers: CommandLoaders): Promise<void> {
  const { tenant, log, signal, attempt, maximumAttempts } = call;
  const { db } = tenant;
  const { commandId } = call.payload;
  const begun = await withTransaction(db, (transaction) => beginRun(transaction, commandId));
  if (!begun) return;
  const { type, input, result: resumed, token } = begun;
  const handler = await handlers[type]();
  const run = { id: commandId, token };
  await publishCommand(db, commandId);
  let published = 0;

  /** Throws unless this is the current run and it was not canceled. */
  function assertCurrent(canceled: boolean | null): void {
    if (canceled === null) throw new StaleRun();
    if (canceled) throw new Canceled();
    signal.throwIfAborted();
  }

  async function progress(transaction: Db, percent: number, result: Record<string, unknown>): Promise<void> {
    assertCurrent(await updateProgress(transaction, run, Math.floor(percent), result));
    if (Date.now() - published < publishInterval) return;
    published = Date.now();
    await publishCommand(transaction, commandId);
  }

  function transaction<T>(work: (transaction: Db) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    return withTransaction(db, async (own) => {
      assertCurrent(await lockRun(own, run));
      return work(own);
    });
  }

  /** Ends the command and cleans up after it, in one transaction. */
  const end = (outcome: Outcome) =>
    withTransaction(db, async (own) => {
      if (!(await endRun(own, run, outcome))) throw new StaleRun();
      await handler.clean?.(own, input, commandId);
      await publishCommand(own, commandId);
    });

  try {
    if (token > maximumRuns) throw new AppError('unavailable', givenUp);
    await transaction(async () => undefined);
    const handed = { tenant: { ...tenant, db: readOnly(db) }, commandId, input, resumed };
    const result = await handler.run({ ...handed, signal, transaction, progress });
    await end({ status: 'done', result });
  } catch (error) {
    if (error instanceof Canceled) return end({ status: 'canceled' });
    if (error instanceof AppError || error instanceof BudgetExceeded) {
      return end({ status: 'error', error: error.message });
    }
    if (error instanceof JobInterrupted || signal.aborted || isWithoutConnection(error)) throw error;
    // An internal failure: the queue retries it, and the last attempt ends the command.
    if (attempt < maximumAttempts) throw error;
    log.error({ err: error, commandId }, 'a command was given up');
    await end({ status: 'error', error: givenUp });
  }
}
