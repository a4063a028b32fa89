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
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { addAssets, readEntries, readEntry, removeAssets } from './assets.ts';
import { changeAsset } from './change-asset.ts';
import { changeProbability, makeProbability, readProbabilities, removeProbability } from './probabilities.ts';
import {
  changeAnalysis,
  makeAnalysis,
  readAnalyses,
  readAnalysesOfTwin,
  readAnalysis,
  readRiskOverTime,
  removeAnalysis,
} from './service.ts';

export function riskAnalysisRoutes({ implement }: Routing): void {
  implement(listRiskAnalyses, ({ body, query, actor }) =>
    readAnalyses(actor.tenant.db, listRequest(body, query)),
  );
  implement(createRiskAnalyses, async ({ body, actor }) => [await makeAnalysis(actor, body[0]!)]);
  implement(getRiskAnalysis, ({ params, actor }) => readAnalysis(actor.tenant.db, params.id));
  implement(updateRiskAnalysis, ({ params, body, actor }) => changeAnalysis(actor, params.id, body));
  implement(deleteRiskAnalysis, ({ params, actor }) => removeAnalysis(actor, params.id));
  implement(getRiskOverTime, ({ params, actor }) => readRiskOverTime(actor.tenant.db, params.id));
  implement(getTwinRiskAnalyses, ({ params, actor }) => readAnalysesOfTwin(actor.tenant.db, params.twinId));

  implement(listRiskAnalysisAssets, ({ params, body, query, actor }) =>
    readEntries(actor.tenant.db, params.id, listRequest(body, query)),
  );
  implement(addRiskAnalysisAssets, async ({ params, body, actor }) => ({
    changed: await addAssets(actor, params.id, body),
  }));
  implement(removeRiskAnalysisAssets, async ({ params, body, actor }) => ({
    changed: await removeAssets(actor, params.id, body),
  }));
  implement(getRiskAnalysisAsset, ({ params, actor }) =>
    readEntry(actor.tenant.db, params.id, params.assetId),
  );
  implement(updateRiskAnalysisAsset, ({ params, body, actor }) =>
    changeAsset(actor, params.id, params.assetId, body),
  );

  implement(listRiskAnalysisProbabilities, ({ params, query, actor }) =>
    readProbabilities(actor.tenant.db, params.id, params.assetId, query.twinId),
  );
  implement(createRiskAnalysisProbability, ({ params, body, actor }) =>
    makeProbability(actor, params.id, params.assetId, body),
  );
  implement(updateRiskAnalysisProbability, ({ params, body, actor }) =>
    changeProbability(actor, params.id, params.assetId, params.probabilityId, body),
  );
  implement(deleteRiskAnalysisProbability, ({ params, actor }) =>
    removeProbability(actor, params.id, params.assetId, params.probabilityId),
  );
}
