import { exportTags, tagImportRoutes as routes } from '@twinward/contracts/signals/tag-import';
import { toPermissions } from '../../../platform/actor.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { implementRowImport, openFurtherColumns, sendWorkbook } from '../../jobs/row-import/service.ts';
import { listUnits } from '../../system/unit/service.ts';
import { columns } from './columns.ts';
import { tagImport } from './service.ts';
import { tagTemplate } from './template.ts';

export function tagImportRoutes(routing: Routing): void {
  routing.implement(routes.template, async ({ actor, reply }) => {
    const { db } = actor.tenant;
    const further = await openFurtherColumns(db, 'tag', columns);
    const workbook = await tagTemplate(await listUnits(db), [...columns, ...further.columns]);
    return sendWorkbook(reply, 'tags.xlsx', workbook);
  });
  routing.implement(exportTags, async (call) => {
    const workbook = await runTask(call, 'tag-workbook', {
      reader: toPermissions(call.actor),
      body: call.body,
    });
    return sendWorkbook(call.reply, 'tags.xlsx', Buffer.from(workbook));
  });
  implementRowImport(routing, routes, tagImport);
}
