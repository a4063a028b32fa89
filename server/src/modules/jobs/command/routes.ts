import { cancelCommand as cancel, getCommand, listCommands } from '@twinward/contracts/core/command';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { cancelCommand, readCommand, readCommands } from './service.ts';

export function commandRoutes({ implement }: Routing): void {
  implement(getCommand, ({ actor, params }) => readCommand(actor, params.commandId));
  implement(listCommands, ({ actor, body, query }) => readCommands(actor, listRequest(body, query)));
  implement(cancel, ({ actor, params }) => cancelCommand(actor, params.commandId));
}
