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
import {
  exportProtections,
  getProtectionLevels,
  listProtections,
} from '@twinward/contracts/protections/protection-list';
import { explainProtection, previewProtection } from '@twinward/contracts/protections/protection-preview';
import { listRequest, pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { sendExport } from '../../jobs/list-export/service.ts';
import { exportedProtections } from './export.ts';
import * as list from './list.ts';
import * as read from './read.ts';
import { createWithActivity, updateWithActivity } from './with-activity.ts';
import * as write from './write.ts';

export function protectionRoutes({ implement }: Routing): void {
  implement(listProtections, ({ body, query, actor }) =>
    list.listProtections(actor, listRequest(body, query)),
  );
  implement(exportProtections, (call) => sendExport(call, exportedProtections(call.actor)));
  implement(getProtectionLevels, ({ actor }) => list.getProtectionLevels(actor.tenant.db));
  implement(getProtection, ({ params, actor }) => read.getProtection(actor.tenant.db, params.id));
  implement(getTwinProtections, ({ params, query, actor }) =>
    read.listProtectionsOfTwin(actor.tenant.db, params.id, pageRequest(query)),
  );
  implement(createProtections, async ({ body, actor }) => [await write.createProtection(actor, body[0]!)]);
  implement(updateProtection, ({ params, body, actor }) => write.updateProtection(actor, params.id, body));
  implement(createProtectionWithActivity, ({ body, actor }) => createWithActivity(actor, body));
  implement(updateProtectionWithActivity, ({ params, body, actor }) =>
    updateWithActivity(actor, params.id, body),
  );
  implement(getActivityDue, (call) => runTask(call, 'read-due', call.params.id));
  implement(retry, ({ params, actor }) => write.retryProtection(actor, params.id));
  implement(deleteProtection, ({ params, actor }) => write.deleteProtection(actor, params.id));
  implement(previewProtection, (call) => runTask(call, 'preview-protection', call.body));
  implement(explainProtection, (call) => runTask(call, 'explain-protection', call.body));
}
