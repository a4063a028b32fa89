import { exportAssets } from '@twinward/contracts/assets/asset';
import { assetImportRoutes as routes } from '@twinward/contracts/assets/asset-import';
import { toPermissions } from '../../../platform/actor.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { implementRowImport, openFurtherColumns, sendWorkbook } from '../../jobs/row-import/service.ts';
import { placeIn } from '../asset/service.ts';
import { listTaxonomy } from '../taxonomy/service.ts';
import { columns } from './columns.ts';
import { assetImport } from './service.ts';
import { assetTemplate } from './template.ts';

export function assetImportRoutes(routing: Routing): void {
  routing.implement(exportAssets, async (call) => {
    const workbook = await runTask(call, 'asset-workbook', {
      reader: toPermissions(call.actor),
      body: call.body,
      under: placeIn(call.query),
    });
    return sendWorkbook(call.reply, 'assets.xlsx', Buffer.from(workbook));
  });
  routing.implement(routes.template, async ({ actor, reply }) => {
    const { db } = actor.tenant;
    const further = await openFurtherColumns(db, 'asset', columns);
    return sendWorkbook(reply, 'assets.xlsx', await assetTemplate(await listTaxonomy(db), further.columns));
  });
  implementRowImport(routing, routes, assetImport);
}
