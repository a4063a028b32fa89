import {
  getExcursionSpans,
  getExcursionTallies,
  getLevelSpans,
} from '@twinward/contracts/protections/excursion-span';
import { getLevels, listExcursions } from '@twinward/contracts/protections/protection';
import { listRequest, pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function excursionRoutes({ implement }: Routing): void {
  implement(listExcursions, ({ body, query, actor }) =>
    service.listExcursions(actor.tenant.db, listRequest(body, query)),
  );
  implement(getLevels, ({ params, query, actor }) =>
    service.getLevels(actor.tenant.db, params.id, {
      from: query.from,
      to: query.to,
      ...pageRequest(query),
    }),
  );
  implement(getExcursionSpans, ({ params, query, actor }) =>
    service.getExcursionSpans(actor.tenant.db, params.id, query, query.protectionId),
  );
  implement(getExcursionTallies, ({ params, query, actor }) =>
    service.getExcursionTallies(actor.tenant.db, params.id, query, query.protectionId),
  );
  implement(getLevelSpans, ({ params, query, actor }) =>
    service.getLevelSpans(actor.tenant.db, params.id, { ...query, until: query.until ?? Date.now() }),
  );
}
