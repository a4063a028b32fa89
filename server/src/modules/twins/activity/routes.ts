import {
  createActivity,
  deleteActivity,
  getTwinActivities,
  updateActivity,
} from '@twinward/contracts/twins/activity';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function activityRoutes({ implement }: Routing): void {
  implement(getTwinActivities, ({ params, actor }) => service.listActivities(actor.tenant.db, params.id));
  implement(createActivity, ({ body, actor }) => service.createActivity(actor, body));
  implement(updateActivity, ({ params, body, actor }) => service.updateActivity(actor, params.id, body));
  implement(deleteActivity, ({ params, actor }) => service.deleteActivity(actor, params.id));
}
