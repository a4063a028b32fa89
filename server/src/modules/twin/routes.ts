import { getTwinProtections } from '@twinward/contracts/protection';
import { getTwinTagAliases } from '@twinward/contracts/tag-alias';
import { getTwin, getTwinLevels, listTwins } from '@twinward/contracts/twin';
import { listRequest } from '../../platform/list.ts';
import type { Routing } from '../../platform/routing.ts';
import { readTagAliases, readTwin, readTwinLevels, readTwinProtections, readTwins } from './service.ts';

export function twinRoutes({ implement }: Routing): void {
  implement(listTwins, ({ body, query, actor }) => readTwins(actor.tenant.db, listRequest(body, query)));
  implement(getTwin, ({ params, actor }) => readTwin(actor.tenant.db, params.id));
  implement(getTwinLevels, ({ actor }) => readTwinLevels(actor.tenant.db));
  implement(getTwinProtections, ({ params, query, actor }) =>
    readTwinProtections(actor.tenant.db, params.id, {
      pageNumber: query['page-number'],
      pageSize: query['page-size'],
    }),
  );
  implement(getTwinTagAliases, ({ params, actor }) => readTagAliases(actor.tenant.db, params.id));
}
