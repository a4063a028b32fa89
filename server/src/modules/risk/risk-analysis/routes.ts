import {
  createRiskAnalyses,
  deleteRiskAnalysis,
  getRiskAnalysis,
  getRiskOverTime,
  getTwinRiskAnalyses,
  listRiskAnalyses,
  updateRiskAnalysis,
} from '@twinward/contracts/risk/risk-analysis';
import {
  addRiskAnalysisAssets,
  createRiskAnalysisProbability,
  deleteRiskAnalysisProbability,
  getRiskAnalysisAsset,
  listRiskAnalysisAssets,
  listRiskAnalysisProbabilities,
  removeRiskAnalysisAssets,
  updateRiskAnalysisAsset,
  updateRiskAnalysisProbability,
} from '@twinward/contracts/risk/risk-analysis-asset';
import { exportRiskAnalyses } from '@twinward/contracts/risk/risk-analysis-export';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { sendExport } from '../../jobs/list-export/service.ts';
import { addAssets, getEntry, listEntries, removeAssets } from './assets.ts';
import { updateAsset } from './change-asset.ts';
import { exportedAnalyses } from './export.ts';
import {
  createAnalysisProbability,
  deleteAnalysisProbability,
  getProbabilities,
  updateAnalysisProbability,
} from './probabilities.ts';
import * as service from './service.ts';

export function riskAnalysisRoutes({ implement }: Routing): void {
  implement(listRiskAnalyses, ({ body, query, actor }) =>
    service.listAnalyses(actor, listRequest(body, query)),
  );
  implement(exportRiskAnalyses, (call) => sendExport(call, exportedAnalyses(call.actor)));
  implement(createRiskAnalyses, async ({ body, actor }) => [await service.createAnalysis(actor, body[0]!)]);
  implement(getRiskAnalysis, ({ params, query, actor }) =>
    query.assets === 'true'
      ? service.getAnalysisWithAssets(actor.tenant.db, params.id)
      : service.getAnalysis(actor.tenant.db, params.id),
  );
  implement(updateRiskAnalysis, ({ params, body, actor }) => service.updateAnalysis(actor, params.id, body));
  implement(deleteRiskAnalysis, ({ params, actor }) => service.deleteAnalysis(actor, params.id));
  implement(getRiskOverTime, ({ params, actor }) => service.getRiskOverTime(actor.tenant.db, params.id));
  implement(getTwinRiskAnalyses, ({ params, actor }) =>
    service.listAnalysesOfTwin(actor.tenant.db, params.twinId),
  );

  implement(listRiskAnalysisAssets, ({ params, body, query, actor }) =>
    listEntries(actor.tenant.db, params.id, listRequest(body, query)),
  );
  implement(addRiskAnalysisAssets, async ({ params, body, actor }) => ({
    changed: await addAssets(actor, params.id, body),
  }));
  implement(removeRiskAnalysisAssets, async ({ params, body, actor }) => ({
    changed: await removeAssets(actor, params.id, body),
  }));
  implement(getRiskAnalysisAsset, ({ params, actor }) =>
    getEntry(actor.tenant.db, params.id, params.assetId),
  );
  implement(updateRiskAnalysisAsset, ({ params, body, actor }) =>
    updateAsset(actor, params.id, params.assetId, body),
  );

  implement(listRiskAnalysisProbabilities, ({ params, query, actor }) =>
    getProbabilities(actor.tenant.db, params.id, params.assetId, query.twinId),
  );
  implement(createRiskAnalysisProbability, ({ params, body, actor }) =>
    createAnalysisProbability(actor, params.id, params.assetId, body),
  );
  implement(updateRiskAnalysisProbability, ({ params, body, actor }) =>
    updateAnalysisProbability(actor, params.id, params.assetId, params.probabilityId, body),
  );
  implement(deleteRiskAnalysisProbability, ({ params, actor }) =>
    deleteAnalysisProbability(actor, params.id, params.assetId, params.probabilityId),
  );
}
