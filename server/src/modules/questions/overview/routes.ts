import { listPriorities } from '@twinward/contracts/questions/priority';
import { getTwinMap, getTwinMapLevels } from '@twinward/contracts/questions/twin-map';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function overviewRoutes({ implement }: Routing): void {
  implement(getTwinMap, ({ actor, query }) => service.getTwinMap(actor, query.group));
  implement(getTwinMapLevels, ({ actor }) => service.getTwinMapLevels(actor.tenant.db));
  implement(listPriorities, ({ actor, query }) => service.listPriorities(actor, query.limit));
}
