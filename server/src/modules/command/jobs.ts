import type { CommandType } from '@twinward/contracts/command';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { JobCall, JobKind } from '../../platform/jobs.ts';
import { type CommandHandler, commandJob, givenUp, publishCommand } from './service.ts';
import { findCommand, markEnded, markProgress, markRunning, type Outcome } from './store.ts';

/** Thrown through a handler whose command is to stop. */
class Canceled extends Error {
  override name = 'Canceled';
}

const publishInterval = 300;

/** The job that carries out commands, each by the handler of its type. */
export function createCommandJob(
  handlers: Record<CommandType, CommandHandler>,
): JobKind<{ commandId: string }> {
  return { name: commandJob, run: (call) => carryOut(call, handlers) };
}

async function carryOut(
  { tenant, payload: { commandId }, log, signal, attempt, maximumAttempts }: JobCall<{ commandId: string }>,
  handlers: Record<CommandType, CommandHandler>,
): Promise<void> {
  const { db } = tenant;
  const command = await findCommand(db, commandId);
  if (!command || !(await markRunning(db, commandId))) return;
  await publishCommand(db, commandId);
  let published = 0;
  async function progress(transaction: Db, percent: number, result: Record<string, unknown>): Promise<void> {
    const canceled = await markProgress(transaction, commandId, Math.floor(percent), result);
    if (canceled) throw new Canceled();
    signal.throwIfAborted();
    if (Date.now() - published < publishInterval) return;
    published = Date.now();
    await publishCommand(transaction, commandId);
  }
  const handler = handlers[command.type];
  /** Ends the command, and cleans up after it, in one. */
  const end = (outcome: Outcome) =>
    db.transaction().execute(async (transaction) => {
      if (!(await markEnded(transaction, commandId, outcome))) return;
      await handler.clean?.(transaction, command.input, commandId);
      await publishCommand(transaction, commandId);
    });
  try {
    if (command.cancel_requested) throw new Canceled();
    const { input, result: resumed } = command;
    await end({ status: 'done', result: await handler.run({ tenant, commandId, input, resumed, progress }) });
  } catch (error) {
    if (error instanceof Canceled) return end({ status: 'canceled' });
    if (error instanceof AppError) return end({ status: 'error', error: error.message });
    // Stopped, or failed for a reason of ours: the queue tries again, and after the last time it is over.
    if (attempt < maximumAttempts) throw error;
    log.error({ err: error, commandId }, 'a command was given up');
    await end({ status: 'error', error: givenUp });
  }
}
