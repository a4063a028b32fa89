import {
  createWork,
  deleteWork as deleteWorkCall,
  exportWork,
  getWork,
  listTagWork,
  listWork,
  oldestWork,
  totalWork,
  updateWork,
} from '@twinward/contracts/assets/work';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { assertTags } from '../../signals/tag/service.ts';
import { readOldestWork, readWork, readWorkPage, readWorkTotals } from './read.ts';
import { changeWork, deleteWork, makeWork } from './write.ts';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function workRoutes({ implement }: Routing): void {
  implement(listTagWork, async ({ actor, params, body, query }) => {
    await assertTags(actor.tenant.db, [params.tagId]);
    return readWorkPage(actor.tenant.db, listRequest(body, query), params.tagId);
  });
  implement(listWork, ({ actor, body, query }) => readWorkPage(actor.tenant.db, listRequest(body, query)));
  implement(totalWork, ({ actor, body }) => readWorkTotals(actor.tenant.db, body.filters));
  implement(oldestWork, async ({ actor, body }) => {
    await assertTags(actor.tenant.db, body);
    return { time: (await readOldestWork(actor.tenant.db, body))?.toISOString() ?? null };
  });
  implement(getWork, ({ actor, params }) => readWork(actor.tenant.db, params.id));
  implement(createWork, ({ actor, body }) => makeWork(actor, body));
  implement(updateWork, ({ actor, params, body }) => changeWork(actor, params.id, body));
  implement(deleteWorkCall, ({ actor, params }) => deleteWork(actor, params.id));
  implement(exportWork, async (call) =>
    call.reply
      .type(workbookType)
      .header('content-disposition', 'attachment; filename="work.xlsx"')
      .send(Buffer.from(await runTask(call, 'work-workbook', call.body))),
  );
}
