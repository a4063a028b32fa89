import { exportAssets } from '@twinward/contracts/assets/asset';
import { assetImportRoutes as routes } from '@twinward/contracts/assets/asset-import';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { implementRowImport, sendWorkbook } from '../../jobs/row-import/service.ts';
import { listTaxonomy } from '../taxonomy/service.ts';
import { assetImport } from './service.ts';
import { templateOf } from './template.ts';

export function assetImportRoutes(routing: Routing): void {
  routing.implement(exportAssets, async (call) => {
    const workbook = await runTask(call, 'asset-workbook', { body: call.body, under: call.query.under });
    return sendWorkbook(call.reply, 'assets.xlsx', Buffer.from(workbook));
  });
  routing.implement(routes.template, async ({ actor, reply }) =>
    sendWorkbook(reply, 'assets.xlsx', await templateOf(await listTaxonomy(actor.tenant.db))),
  );
  implementRowImport(routing, routes, assetImport);
}
