import {
  createProtectionWithActivity,
  getActivityDue,
  updateProtectionWithActivity,
} from '@twinward/contracts/protections/activity-protection';
import {
  createProtections,
  deleteProtection,
  getProtection,
  getTwinProtections,
  retryProtection as retry,
  updateProtection,
} from '@twinward/contracts/protections/protection';
import { getProtectionLevels, listProtections } from '@twinward/contracts/protections/protection-list';
import { explainProtection, previewProtection } from '@twinward/contracts/protections/protection-preview';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { readProtectionLevels, readProtections } from './list.ts';
import { listProtectionsOfTwin, readProtection } from './read.ts';
import { changeWithActivity, makeWithActivity } from './with-activity.ts';
import { changeProtection, makeProtection, removeProtection, retryProtection } from './write.ts';

export function protectionRoutes({ implement }: Routing): void {
  implement(listProtections, ({ body, query, actor }) =>
    readProtections(actor.tenant.db, listRequest(body, query)),
  );
  implement(getProtectionLevels, ({ actor }) => readProtectionLevels(actor.tenant.db));
  implement(getProtection, ({ params, actor }) => readProtection(actor.tenant.db, params.id));
  implement(getTwinProtections, ({ params, query, actor }) =>
    listProtectionsOfTwin(actor.tenant.db, params.id, {
      pageNumber: query['page-number'],
      pageSize: query['page-size'],
    }),
  );
  implement(createProtections, async ({ body, actor }) => [await makeProtection(actor, body[0]!)]);
  implement(updateProtection, ({ params, body, actor }) => changeProtection(actor, params.id, body));
  implement(createProtectionWithActivity, ({ body, actor }) => makeWithActivity(actor, body));
  implement(updateProtectionWithActivity, ({ params, body, actor }) =>
    changeWithActivity(actor, params.id, body),
  );
  implement(getActivityDue, (call) => runTask(call, 'read-due', call.params.id));
  implement(retry, ({ params, actor }) => retryProtection(actor, params.id));
  implement(deleteProtection, ({ params, actor }) => removeProtection(actor, params.id));
  implement(previewProtection, (call) => runTask(call, 'preview-protection', call.body));
  implement(explainProtection, (call) => runTask(call, 'explain-protection', call.body));
}
