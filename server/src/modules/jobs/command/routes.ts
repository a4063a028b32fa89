import { cancelCommand as cancel, getCommand, listCommands } from '@twinward/contracts/core/command';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function commandRoutes({ implement }: Routing): void {
  implement(getCommand, ({ actor, params }) => service.getCommand(actor, params.commandId));
  implement(listCommands, ({ actor, body, query }) => service.listCommands(actor, listRequest(body, query)));
  implement(cancel, ({ actor, params }) => service.cancelCommand(actor, params.commandId));
}
