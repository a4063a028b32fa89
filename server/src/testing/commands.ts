import { randomUUID } from 'node:crypto';
import { type CommandType, commandTypes } from '@twinward/contracts/core/command';
import { createCommandJobs } from '../modules/jobs/command/jobs.ts';
import type { CommandCall, CommandHandler, CommandLoaders } from '../modules/jobs/command/service.ts';
import type { Tenant } from '../platform/database/tenants.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { createLogger } from '../platform/process/log.ts';
import type { Gate } from './gate.ts';

const unexpected: CommandHandler = {
  run: async () => {
    throw new Error('The test carries out no commands of this type.');
  },
};

export type CommandHandlers = Record<CommandType, CommandHandler>;

/** Handlers of all types, where a test needs only some. */
export function makeHandlers(handlers: Partial<CommandHandlers>): CommandLoaders {
  return Object.fromEntries(
    commandTypes.map((type) => [type, async () => handlers[type] ?? unexpected]),
  ) as CommandLoaders;
}

/** The jobs that carry out commands, where a test needs only some types of them. */
export const makeCommandJobs = (handlers: Partial<CommandHandlers>) =>
  createCommandJobs(makeHandlers(handlers));

/** What a handler is given where a test calls it without a command: nothing fences its transactions. */
export function createCall(
  tenant: Tenant,
  call: Pick<CommandCall, 'input'> & Partial<CommandCall>,
): CommandCall {
  return {
    tenant,
    commandId: randomUUID(),
    resumed: null,
    signal: new AbortController().signal,
    transaction: (work) => withTransaction(tenant.db, work),
    progress: async () => undefined,
    ...call,
  };
}

/** The handler, held up at a gate before its transaction of this number, from 1. */
export function heldUp(handler: CommandHandler, number: number, gate: Gate): CommandHandler {
  return {
    ...handler,
    run(call) {
      let count = 0;
      return handler.run({
        ...call,
        async transaction(work) {
          count += 1;
          if (count === number) await gate.pass();
          return call.transaction(work);
        },
      });
    },
  };
}

/** Carries out one command at once, without the queue; a failure of ours is thrown. */
export async function runCommand(
  tenant: Tenant,
  handlers: Partial<CommandHandlers>,
  commandId: string,
  options: { signal?: AbortSignal; maximumAttempts?: number } = {},
): Promise<void> {
  // Any of the kinds carries out a command of any type.
  const [job] = makeCommandJobs(handlers);
  await job!.run({
    tenant,
    payload: { commandId },
    log: createLogger('silent'),
    signal: new AbortController().signal,
    attempt: 1,
    maximumAttempts: 2,
    ...options,
  });
}
