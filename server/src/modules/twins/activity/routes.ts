import {
  createActivity,
  deleteActivity,
  getTwinActivities,
  updateActivity,
} from '@twinward/contracts/twins/activity';
import type { Routing } from '../../../platform/http/routing.ts';
import { changeActivity, makeActivity, readActivities, removeActivity } from './service.ts';

export function activityRoutes({ implement }: Routing): void {
  implement(getTwinActivities, ({ params, actor }) => readActivities(actor.tenant.db, params.id));
  implement(createActivity, ({ body, actor }) => makeActivity(actor, body));
  implement(updateActivity, ({ params, body, actor }) => changeActivity(actor, params.id, body));
  implement(deleteActivity, ({ params, actor }) => removeActivity(actor, params.id));
}
