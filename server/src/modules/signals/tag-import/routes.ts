import { exportTags, tagImportRoutes as routes } from '@twinward/contracts/signals/tag-import';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { implementRowImport, sendWorkbook } from '../../jobs/row-import/service.ts';
import { listUnits } from '../../system/unit/service.ts';
import { tagImport } from './service.ts';
import { templateOf } from './template.ts';

export function tagImportRoutes(routing: Routing): void {
  routing.implement(routes.template, async ({ actor, reply }) =>
    sendWorkbook(reply, 'tags.xlsx', await templateOf(await listUnits(actor.tenant.db))),
  );
  routing.implement(exportTags, async (call) => {
    const workbook = await runTask(call, 'tag-workbook', { body: call.body });
    return sendWorkbook(call.reply, 'tags.xlsx', Buffer.from(workbook));
  });
  implementRowImport(routing, routes, tagImport);
}
