import type { CommandType } from '@twinward/contracts/command';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { JobCall, JobKind } from '../../platform/jobs.ts';
import type { Tenant } from '../../platform/tenants.ts';
import { commandJob, publishCommand } from './service.ts';
import { findCommand, markEnded, markProgress, markRunning } from './store.ts';

/** What a command's handler is given. */
export interface CommandCall {
  tenant: Tenant;
  commandId: string;
  input: Record<string, unknown>;
  /** What an earlier try had noted when its process died; null on the first. */
  resumed: Record<string, unknown> | null;
  /**
   * Notes how far it is, 0 to 100, with the counts so far, in the caller's transaction.
   * @throws Canceled when the command is to stop: let it through.
   */
  progress(db: Db, percent: number, result: Record<string, unknown>): Promise<void>;
}

/** Carries out the commands of one type; returns the final result. */
export type CommandHandler = (call: CommandCall) => Promise<Record<string, unknown>>;

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
  try {
    if (command.cancel_requested) throw new Canceled();
    const handler = handlers[command.type];
    const result = await handler({
      tenant,
      commandId,
      input: command.input,
      resumed: command.result,
      progress,
    });
    await markEnded(db, commandId, { status: 'done', result });
  } catch (error) {
    if (error instanceof Canceled) {
      await markEnded(db, commandId, { status: 'canceled' });
    } else if (error instanceof AppError) {
      await markEnded(db, commandId, { status: 'error', error: error.message });
    } else {
      // Stopped or failed for a reason of ours: the queue tries again, and after the last time it is over.
      if (attempt < maximumAttempts) throw error;
      log.error({ err: error, commandId }, 'a command was given up');
      await markEnded(db, commandId, {
        status: 'error',
        error: 'Something went wrong on our side. It has been logged.',
      });
    }
  }
  await publishCommand(db, commandId);
}
