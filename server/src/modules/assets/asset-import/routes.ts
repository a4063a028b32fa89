import { exportAssets } from '@twinward/contracts/assets/asset';
import {
  checkAssetImport,
  downloadAssetImportRows,
  downloadAssetTemplate,
  listAssetImportRows,
  runAssetImport,
} from '@twinward/contracts/assets/asset-import';
import { maximumRowFileBytes } from '@twinward/contracts/core/row-import';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { takeFile } from '../../../platform/http/upload-form.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import {
  listResults,
  sendResults,
  sendWorkbook,
  startCheck,
  startRun,
} from '../../jobs/row-import/service.ts';
import { listTaxonomy } from '../taxonomy/service.ts';
import { assetImport } from './service.ts';
import { templateOf } from './template.ts';

export function assetImportRoutes({ implement }: Routing): void {
  implement(exportAssets, async (call) => {
    const workbook = await runTask(call, 'asset-workbook', { body: call.body, under: call.query.under });
    return sendWorkbook(call.reply, 'assets.xlsx', Buffer.from(workbook));
  });
  implement(downloadAssetTemplate, async ({ actor, reply }) =>
    sendWorkbook(reply, 'assets.xlsx', await templateOf(await listTaxonomy(actor.tenant.db))),
  );
  implement(checkAssetImport, ({ actor, request }) =>
    takeFile(
      request,
      async (file) => ({ commandId: await startCheck(actor, assetImport.type, file) }),
      maximumRowFileBytes,
    ),
  );
  implement(runAssetImport, async ({ actor, params }) => ({
    commandId: await startRun(actor, assetImport.type, params.commandId),
  }));
  implement(listAssetImportRows, ({ actor, params, body, query }) =>
    listResults(actor, assetImport, params.commandId, listRequest(body, query)),
  );
  implement(downloadAssetImportRows, ({ actor, params, reply }) =>
    sendResults(reply, actor, assetImport, params.commandId),
  );
}
