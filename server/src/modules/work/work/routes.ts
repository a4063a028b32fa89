import {
  createWork,
  deleteWork as deleteWorkCall,
  exportWork,
  getWork,
  getWorkCounts,
  getWorkSpans,
  listTagWork,
  listWork,
  oldestWork,
  totalWork,
  updateWork,
} from '@twinward/contracts/assets/work';
import { toPermissions } from '../../../platform/actor.ts';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { getUserTimeZone } from '../../access/user/service.ts';
import { assertTags, getTagName } from '../../signals/tag/service.ts';
import { tableTypes } from '../../system/file/service.ts';
import * as read from './read.ts';
import * as write from './write.ts';

export function workRoutes({ implement }: Routing): void {
  implement(listTagWork, async ({ actor, params, body, query }) => {
    await getTagName(actor.tenant.db, params.tagId);
    return read.listWork(actor.tenant.db, actor, listRequest(body, query), params.tagId);
  });
  implement(listWork, ({ actor, body, query }) =>
    read.listWork(actor.tenant.db, actor, listRequest(body, query)),
  );
  implement(totalWork, ({ actor, body }) => read.getWorkTotals(actor.tenant.db, actor, body.filters));
  implement(oldestWork, async ({ actor, body }) => {
    await assertTags(actor.tenant.db, body);
    return { time: (await read.getOldestWork(actor.tenant.db, body))?.toISOString() ?? null };
  });
  implement(getWorkSpans, async ({ actor, query }) => {
    await assertTags(actor.tenant.db, query.id);
    return read.getWorkSpans(actor.tenant.db, query);
  });
  implement(getWorkCounts, async ({ actor, query }) => {
    await assertTags(actor.tenant.db, query.id);
    return read.getWorkCounts(actor.tenant.db, query);
  });
  implement(getWork, ({ actor, params }) => read.getWork(actor.tenant.db, params.id));
  implement(createWork, ({ actor, body }) => write.createWork(actor, body));
  implement(updateWork, ({ actor, params, body }) => write.updateWork(actor, params.id, body));
  implement(deleteWorkCall, ({ actor, params }) => write.deleteWork(actor, params.id));
  implement(exportWork, async (call) => {
    const timeZone = await getUserTimeZone(call.actor.tenant.db, call.actor.userId);
    const { format } = call.query;
    const file = await runTask(call, 'work-file', {
      reader: toPermissions(call.actor),
      body: call.body,
      format,
      timeZone,
    });
    return call.reply
      .type(tableTypes[format])
      .header('content-disposition', `attachment; filename="work.${format}"`)
      .send(Buffer.from(file));
  });
}
