import type { Paging } from '@twinward/contracts/core/list';
import {
  getBadActors,
  getChattering,
  getStanding,
  type PerformanceWindow,
} from '@twinward/contracts/protections/alarm-performance';
import {
  getAlarmReport,
  getAlarmTargets,
  setAlarmTargets,
} from '@twinward/contracts/protections/alarm-report';
import { pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as report from './report.ts';
import {
  listBadActors,
  listChatteringThresholds,
  listStandingExcursions,
  type PerformanceRequest,
} from './service.ts';

export function alarmPerformanceRoutes({ implement }: Routing): void {
  implement(getBadActors, ({ query, actor }) => listBadActors(actor.tenant.db, toPerformanceRequest(query)));
  implement(getChattering, ({ query, actor }) =>
    listChatteringThresholds(actor.tenant.db, toPerformanceRequest(query)),
  );
  implement(getStanding, ({ query, actor }) =>
    listStandingExcursions(actor.tenant.db, toPerformanceRequest(query), query.silent),
  );
  implement(getAlarmReport, ({ query, actor }) =>
    report.getAlarmReport(actor.tenant.db, query.from, query.to ?? Date.now()),
  );
  implement(getAlarmTargets, ({ actor }) => report.getTargets(actor.tenant.db));
  implement(setAlarmTargets, ({ actor, body }) => report.updateTargets(actor, body));
}

function toPerformanceRequest(
  query: Paging & { window: PerformanceWindow; to?: number | undefined },
): PerformanceRequest {
  return {
    window: query.window,
    to: query.to ?? Date.now(),
    ...pageRequest(query),
  };
}
