import type { Paging } from '@twinward/contracts/core/list';
import {
  getBadActors,
  getChattering,
  getStanding,
  type PerformanceWindow,
} from '@twinward/contracts/protections/alarm-performance';
import { getLevels, listExcursions } from '@twinward/contracts/protections/protection';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import {
  type PerformanceRequest,
  readBadActors,
  readChattering,
  readStanding,
} from '../../outcomes/alarm-performance/service.ts';
import { readExcursions, readLevels } from './service.ts';

export function excursionRoutes({ implement }: Routing): void {
  implement(listExcursions, ({ body, query, actor }) =>
    readExcursions(actor.tenant.db, listRequest(body, query)),
  );
  implement(getLevels, ({ params, query, actor }) =>
    readLevels(actor.tenant.db, params.id, {
      from: query.from,
      to: query.to,
      pageNumber: query['page-number'],
      pageSize: query['page-size'],
    }),
  );
  implement(getBadActors, ({ query, actor }) => readBadActors(actor.tenant.db, performanceOf(query)));
  implement(getChattering, ({ query, actor }) => readChattering(actor.tenant.db, performanceOf(query)));
  implement(getStanding, ({ query, actor }) => readStanding(actor.tenant.db, performanceOf(query)));
}

function performanceOf(
  query: Paging & { window: PerformanceWindow; to?: number | undefined },
): PerformanceRequest {
  return {
    window: query.window,
    to: query.to ?? Date.now(),
    pageNumber: query['page-number'],
    pageSize: query['page-size'],
  };
}
