import { type CommandType, commandTypes } from '@twinward/contracts/command';
import { createCommandJob } from '../modules/command/jobs.ts';
import type { CommandHandler } from '../modules/command/service.ts';
import { createLogger } from '../platform/log.ts';
import type { Tenant } from '../platform/tenants.ts';

const unexpected: CommandHandler = {
  run: async () => {
    throw new Error('The test carries out no commands of this type.');
  },
};

/** The job that carries out commands, where a test needs only some types of them. */
export function commandJobOf(handlers: Partial<Record<CommandType, CommandHandler>>) {
  const none = Object.fromEntries(commandTypes.map((type) => [type, unexpected]));
  return createCommandJob({ ...(none as Record<CommandType, CommandHandler>), ...handlers });
}

/** Carries out one command at once, without the queue; a failure of ours is thrown. */
export async function runCommand(
  tenant: Tenant,
  handlers: Partial<Record<CommandType, CommandHandler>>,
  commandId: string,
): Promise<void> {
  await commandJobOf(handlers).run({
    tenant,
    payload: { commandId },
    log: createLogger('silent'),
    signal: new AbortController().signal,
    attempt: 1,
    maximumAttempts: 2,
  });
}
