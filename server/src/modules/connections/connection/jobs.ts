import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../platform/errors.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { deleteBackfillOfCommand, selectBackfillOfCommand } from './backfill-store.ts';

/** Polling interval for the progress, in milliseconds. */
const lookInterval = 500;

/** Executes commands of type read-history, which follow the progress of the connection's runner. */
export const readHistoryOfConnection: CommandHandler = {
  run: follow,
  clean: (db, _, commandId) => deleteBackfillOfCommand(db, commandId),
};

async function follow(call: CommandCall): Promise<Record<string, unknown>> {
  for (;;) {
    const range = await selectBackfillOfCommand(call.tenant.db, call.commandId);
    if (!range) throw new AppError('conflict', 'The connection has been deleted.');
    if (range.error !== null) throw new AppError('conflict', range.error);
    const { points } = range;
    const [begins, ends, doneTo] = [range.begins, range.ends, range.done_to].map((time) => time.getTime());
    if (doneTo! >= ends!) return { points };
    const percent = (100 * (doneTo! - begins!)) / (ends! - begins!);
    await call.transaction((db) => call.progress(db, Math.min(99, percent), { points }));
    await sleep(lookInterval, undefined, { signal: call.signal });
  }
}
