import { useMutation } from '@tanstack/react-query';
import type { setAssetTaxonomy } from '@twinward/contracts/assets/asset';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  addRiskAnalysisAssets,
  createRiskAnalysisProbability,
  deleteRiskAnalysisProbability,
  getRiskAnalysisAsset,
  listRiskAnalysisAssets,
  listRiskAnalysisProbabilities,
  RiskAnalysisAssetChange,
  RiskAnalysisProbability,
  removeRiskAnalysisAssets,
  updateRiskAnalysisAsset,
  updateRiskAnalysisProbability,
} from '@twinward/contracts/risk/risk-analysis-asset';
import type { ProbabilityChange } from '@twinward/contracts/twins/probability';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const assetsPerPage = 100;
/** Maximum number of assets in the chart. */
export const assetsFetched = 1000;

/** A page of an analysis' assets. */
export const useAnalysisAssets = (
  riskAnalysisId: number,
  body: ListBody,
  page = 1,
  pageSize = assetsPerPage,
) =>
  useApiPage<typeof listRiskAnalysisAssets>(
    ['risk-analysis-assets', { riskAnalysisId, list: body, page, pageSize }],
    'POST /api/riskanalyses/:id/assets/filters',
    { page, pageSize, params: { id: riskAnalysisId }, body },
  );

/** The figures of an asset in an analysis, and those of its twin's failure modes. */
export const useProbabilities = (riskAnalysisId: number, assetId: number, twinId: number | null) =>
  useApiQuery<typeof listRiskAnalysisProbabilities>(
    ['risk-analysis-assets', { riskAnalysisId, probabilities: assetId }],
    'GET /api/riskanalyses/:id/assets/:assetId/probabilities',
    { params: { id: riskAnalysisId, assetId }, query: twinId === null ? {} : { twinId } },
  );

/** Queries that show an analysis and its assets. */
export const showAnalyses = ['risk-analyses', 'risk-analysis-assets'] as const;

export const useAddAssets = (riskAnalysisId: number) =>
  useApiMutation<typeof addRiskAnalysisAssets>('POST /api/riskanalyses/:id/assets', {
    params: { id: riskAnalysisId },
    says: 'Added.',
    renews: showAnalyses,
  });

export const useRemoveAsset = (riskAnalysisId: number) =>
  useApiMutation<typeof removeRiskAnalysisAssets, number>('POST /api/riskanalyses/:id/assets/remove', {
    toCall: (assetId) => ({ params: { id: riskAnalysisId }, body: [assetId] }),
    says: 'Removed.',
    renews: showAnalyses,
  });

export const useChangeAsset = (riskAnalysisId: number) =>
  useApiMutation<typeof updateRiskAnalysisAsset, RiskAnalysisAssetChange & { assetId: number }>(
    'PUT /api/riskanalyses/:id/assets/:assetId',
    {
      toCall: ({ assetId, ...body }) => ({ params: { id: riskAnalysisId, assetId }, body }),
      renews: showAnalyses,
      renewsOnFailure: true,
    },
  );

/** The changes of the asset dialog. Omitted fields are kept. */
export interface AssetEdit {
  change: RiskAnalysisAssetChange | null;
  taxonomy: { categoryId: number | null; classId: number | null; typeId: number | null } | null;
}

/** Saves the changes of an asset in an analysis. The taxonomy is saved on the asset itself. */
export function useSaveAssetEdit(riskAnalysisId: number, assetId: number) {
  const params = { id: riskAnalysisId, assetId };
  return useMutation({
    async mutationFn({ change, taxonomy }: AssetEdit) {
      // Idempotent, so it can be repeated if the rest was rejected.
      if (taxonomy !== null) {
        await call<typeof setAssetTaxonomy>('PUT /api/assets/:id/taxonomy', {
          params: { id: assetId },
          body: { id: assetId, ...taxonomy },
        });
      }
      if (change !== null) {
        await call<typeof updateRiskAnalysisAsset>('PUT /api/riskanalyses/:id/assets/:assetId', {
          params,
          body: change,
        });
      }
    },
    meta: { renews: showAnalyses, renewsOnFailure: true },
  });
}

/** The effective probability, and its change. */
interface ProbabilityEdit {
  held: RiskAnalysisProbability | null;
  change: ProbabilityChange;
}

/**
 * Saves the probability of a failure mode in an analysis.
 * @returns the new version of the asset in the analysis
 */
export function useSaveModeProbability(riskAnalysisId: number, assetId: number, failureModeId: number) {
  const params = { id: riskAnalysisId, assetId };
  return useMutation({
    async mutationFn(edit: ProbabilityEdit) {
      await saveProbability(params, edit, failureModeId);
      const asset = await call<typeof getRiskAnalysisAsset>('GET /api/riskanalyses/:id/assets/:assetId', {
        params,
      });
      return asset.version;
    },
    meta: { renews: showAnalyses, renewsOnFailure: true },
  });
}

async function saveProbability(
  params: { id: number; assetId: number },
  { held, change }: ProbabilityEdit,
  failureModeId: number,
): Promise<void> {
  if (held === null) {
    await call<typeof createRiskAnalysisProbability>(
      'POST /api/riskanalyses/:id/assets/:assetId/probabilities',
      { params, body: { ...change, failureModeId } },
    );
    return;
  }
  const of = { ...params, probabilityId: held.id };
  if (change.lifeCycleState === 'removed') {
    await call<typeof deleteRiskAnalysisProbability>(
      'DELETE /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId',
      { params: of },
    );
    return;
  }
  await call<typeof updateRiskAnalysisProbability>(
    'PUT /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId',
    { params: of, body: change },
  );
}
