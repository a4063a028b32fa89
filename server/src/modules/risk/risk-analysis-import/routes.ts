import { exportRiskAnalysisAssets } from '@twinward/contracts/risk/risk-analysis-asset';
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
import { receiveFile } from '../../../platform/http/upload-form.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { listTaxonomy } from '../../assets/taxonomy/service.ts';
import { listResults, sendResults, sendWorkbook } from '../../jobs/row-import/service.ts';
import { assertOfAnalysis, riskImport, startRiskCheck, startRiskRun } from './service.ts';
import { riskAnalysisTemplate } from './template.ts';

export function riskAnalysisImportRoutes({ implement }: Routing): void {
  implement(exportRiskAnalysisAssets, async (call) => {
    const workbook = await runTask(call, 'risk-asset-workbook', {
      analysisId: call.params.id,
      body: call.body,
    });
    return sendWorkbook(call.reply, 'risk analysis assets.xlsx', Buffer.from(workbook));
  });
  implement(downloadRiskTemplate, async ({ actor, reply }) =>
    sendWorkbook(
      reply,
      'risk analysis assets.xlsx',
      await riskAnalysisTemplate(await listTaxonomy(actor.tenant.db)),
    ),
  );
  implement(checkRiskImport, ({ actor, params, request }) =>
    receiveFile(request, (file) => startRiskCheck(actor, params.id, file), {
      fileSize: maximumRiskFileBytes,
    }),
  );
  implement(runRiskImport, ({ actor, params }) => startRiskRun(actor, params.id, params.commandId));
  implement(listRiskImportRows, async ({ actor, params, body, query }) => {
    await assertOfAnalysis(actor, params.id, params.commandId);
    return listResults(actor, riskImport, params.commandId, listRequest(body, query));
  });
  implement(downloadRiskImportRows, async ({ actor, params, reply }) => {
    await assertOfAnalysis(actor, params.id, params.commandId);
    return sendResults(reply, actor, riskImport, params.commandId);
  });
}
