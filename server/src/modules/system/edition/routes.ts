import { getEdition, setEdition } from '@twinward/contracts/system/edition';
import type { Routing } from '../../../platform/http/routing.ts';
import { changeEdition, readEdition } from './service.ts';

export function editionRoutes({ implement }: Routing): void {
  implement(getEdition, ({ actor }) => readEdition(actor.tenant.db));
  implement(setEdition, ({ body, actor }) => changeEdition(actor, body));
}
