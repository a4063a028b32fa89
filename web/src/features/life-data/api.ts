import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { listBenchmarks } from '@twinward/contracts/assets/benchmark';
import type { createImprovementOption } from '@twinward/contracts/risk/improvement';
import type {
  LifeRequestInput,
  LifeSource,
  putFitIntoAnalysis,
  putFitIntoAnalysisAssets,
  putFitIntoBenchmark,
  putFitIntoTwin,
  readLifeData,
} from '@twinward/contracts/risk/life-data';
import { idIn } from '../../shared/address/unknown-record.tsx';
import { useApiQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

export const useLifeData = (request: LifeRequestInput) =>
  useApiQuery<typeof readLifeData>(
    ['work', { lives: request }],
    'POST /api/life-data',
    { body: request },
    { placeholderData: keepPreviousData },
  );

/** The targets that a fit can be applied to. */
export type FitTarget =
  | { type: 'twin'; twinId: number; version: number }
  | { type: 'risk-analysis'; riskAnalysisId: number; assetId: number }
  | { type: 'option'; riskAnalysisId: number; assetId: number; name: string }
  | { type: 'risk-analysis-assets'; riskAnalysisId: number }
  | { type: 'benchmark'; taxonomyId: number };

/** Applies the fit to its target. Invalidates all queries, since many screens depend on it. */
export const useApplyFit = () =>
  useMutation({
    mutationFn: ({ target, request }: { target: FitTarget; request: LifeRequestInput }): Promise<unknown> =>
      applyFit(target, request),
    meta: { renews: 'all' },
  });

async function applyFit(target: FitTarget, request: LifeRequestInput): Promise<unknown> {
  switch (target.type) {
    case 'twin':
      return call<typeof putFitIntoTwin>('PUT /api/life-data/twins/:id', {
        params: { id: target.twinId },
        body: { ...request, version: target.version },
      });
    case 'risk-analysis':
      return call<typeof putFitIntoAnalysis>('PUT /api/life-data/riskanalyses/:id/assets/:assetId', {
        params: { id: target.riskAnalysisId, assetId: target.assetId },
        body: request,
      });
    case 'option':
      return call<typeof createImprovementOption>('POST /api/riskanalyses/:id/assets/:assetId/options', {
        params: { id: target.riskAnalysisId, assetId: target.assetId },
        body: { name: target.name, effect: { type: 'fit', request } },
      });
    case 'risk-analysis-assets':
      return call<typeof putFitIntoAnalysisAssets>('PUT /api/life-data/riskanalyses/:id', {
        params: { id: target.riskAnalysisId },
        body: request,
      });
    case 'benchmark': {
      const benchmarks = await call<typeof listBenchmarks>('GET /api/library/models/mtbf');
      const held = benchmarks.find(({ taxonomyId }) => taxonomyId === target.taxonomyId);
      return call<typeof putFitIntoBenchmark>('PUT /api/life-data/benchmarks/:id', {
        params: { id: target.taxonomyId },
        body: { ...request, version: held?.version ?? null },
      });
    }
  }
}

/** The assets listed in the URL, as in `assets=3,7`. */
export const chosenIn = (parameters: URLSearchParams): number[] =>
  (parameters.get('assets') ?? '')
    .split(',')
    .flatMap((text) => idIn(text) ?? [])
    .slice(0, 500);

/** The selection of lives in the URL, or null. */
export function sourceIn(parameters: URLSearchParams): LifeSource | null {
  if (parameters.get('of') === 'assets') {
    const assetIds = chosenIn(parameters);
    return assetIds.length === 0 ? null : { type: 'assets', assetIds };
  }
  const taxonomyId = idIn(parameters.get('taxonomy'));
  if (taxonomyId !== null) return { type: 'taxonomy', taxonomyId };
  const riskAnalysisId = idIn(parameters.get('analysis'));
  const assetId = idIn(parameters.get('asset'));
  if (assetId !== null && parameters.get('of') !== 'analysis') return { type: 'asset', assetId };
  return riskAnalysisId === null ? null : { type: 'risk-analysis', riskAnalysisId };
}
