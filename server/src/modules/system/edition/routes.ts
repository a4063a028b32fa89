import { getEdition, setEdition } from '@twinward/contracts/system/edition';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function editionRoutes({ implement }: Routing): void {
  implement(getEdition, ({ actor }) => service.getEdition(actor.tenant.db));
  implement(setEdition, ({ body, actor }) => service.updateEdition(actor, body));
}
