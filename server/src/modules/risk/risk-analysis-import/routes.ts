import {
  checkRiskImport,
  downloadRiskImportRows,
  downloadRiskTemplate,
  listRiskImportRows,
  maximumRiskFileBytes,
  runRiskImport,
} from '@twinward/contracts/risk/risk-analysis-import';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { takeFile } from '../../../platform/http/upload-form.ts';
import { readTaxonomy } from '../../assets/taxonomy/service.ts';
import { readResults, readResultsCsv, startCheck, startRun } from './service.ts';
import { templateOf } from './template.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function riskAnalysisImportRoutes({ implement }: Routing): void {
  implement(downloadRiskTemplate, async ({ actor, reply }) =>
    reply
      .type(workbookType)
      .header('content-disposition', 'attachment; filename="risk analysis assets.xlsx"')
      .send(await templateOf(await readTaxonomy(actor.tenant.db))),
  );
  implement(checkRiskImport, ({ actor, params, request }) =>
    takeFile(
      request,
      async (file) => ({ commandId: await startCheck(actor, params.id, file) }),
      maximumRiskFileBytes,
    ),
  );
  implement(runRiskImport, async ({ actor, params }) => ({
    commandId: await startRun(actor, params.id, params.commandId),
  }));
  implement(listRiskImportRows, ({ actor, params, body, query }) =>
    readResults(actor, params.id, params.commandId, listRequest(body, query)),
  );
  implement(downloadRiskImportRows, async ({ actor, params, reply }) => {
    const { fileName, csv } = await readResultsCsv(actor, params.id, params.commandId);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(csv);
  });
}
