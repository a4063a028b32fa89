import { listTaxonomy } from '@twinward/contracts/assets/taxonomy';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function taxonomyRoutes({ implement }: Routing): void {
  implement(listTaxonomy, ({ actor }) => service.listTaxonomy(actor.tenant.db));
}
