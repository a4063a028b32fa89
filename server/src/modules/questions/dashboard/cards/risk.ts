import type { CardByKind } from '@twinward/contracts/questions/dashboard-card';
import type { DataByKind } from '@twinward/contracts/questions/dashboard-data';
import { getRiskMatrix } from '../../../risk/portfolio/service.ts';
import { getAnalysis, listAnalyses } from '../../../risk/risk-analysis/service.ts';
import { selectTopRisks } from './list-store.ts';
import type { Asked } from './scope.ts';
import { toAssetStatement } from './scope-store.ts';

/**
 * Reads the matrix of an analysis, or of the last changed one, for the assets that match the variables.
 * @throws AppError `not-found`.
 */
export async function readRiskMatrix(
  { actor, values }: Asked,
  { analysisId }: CardByKind<'risk-matrix'>,
): Promise<DataByKind<'risk-matrix'>> {
  const { db } = actor.tenant;
  const latest = {
    filters: [],
    sorts: [{ field: 'UpdatedAt', direction: 'Descending' as const }],
    pageNumber: 1,
    pageSize: 1,
  };
  const analysis =
    analysisId === null ? (await listAnalyses(actor, latest)).records[0] : await getAnalysis(db, analysisId);
  if (!analysis) return { kind: 'risk-matrix', analysis: null, portfolio: null };
  const { id, name } = analysis;
  const portfolio = await getRiskMatrix(db, id, toAssetStatement(values));
  return { kind: 'risk-matrix', analysis: { id, name }, portfolio };
}

/** Reads the twins with the highest risk that match the variables. */
export async function readTopRisks(
  { actor, values }: Asked,
  { count }: CardByKind<'top-risks'>,
): Promise<DataByKind<'top-risks'>> {
  const rows = await selectTopRisks(actor.tenant.db, values, count);
  return {
    kind: 'top-risks',
    total: rows[0]?.total ?? 0,
    twins: rows.map(({ total, ...twin }) => twin),
  };
}
