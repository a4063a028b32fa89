import { listTaxonomy } from '@twinward/contracts/assets/taxonomy';
import type { Routing } from '../../../platform/http/routing.ts';
import { readTaxonomy } from './service.ts';

export function taxonomyRoutes({ implement }: Routing): void {
  implement(listTaxonomy, ({ actor }) => readTaxonomy(actor.tenant.db));
}
