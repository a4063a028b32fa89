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
import { resultNameOf, startCheck, startRun } from '../../jobs/row-import/service.ts';
import { readTaxonomy } from '../taxonomy/service.ts';
import { commandType, readResults, readResultsCsv } from './service.ts';
import { templateOf } from './template.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function assetImportRoutes({ implement }: Routing): void {
  implement(downloadAssetTemplate, async ({ actor, reply }) =>
    reply
      .type(workbookType)
      .header('content-disposition', 'attachment; filename="assets.xlsx"')
      .send(await templateOf(await readTaxonomy(actor.tenant.db))),
  );
  implement(checkAssetImport, ({ actor, request }) =>
    takeFile(
      request,
      async (file) => ({ commandId: await startCheck(actor, commandType, file) }),
      maximumRowFileBytes,
    ),
  );
  implement(runAssetImport, async ({ actor, params }) => ({
    commandId: await startRun(actor, commandType, params.commandId),
  }));
  implement(listAssetImportRows, ({ actor, params, body, query }) =>
    readResults(actor, params.commandId, listRequest(body, query)),
  );
  implement(downloadAssetImportRows, async ({ actor, params, reply }) => {
    const { fileName, csv } = await readResultsCsv(actor, params.commandId);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${resultNameOf(fileName)}"`)
      .send(csv);
  });
}
