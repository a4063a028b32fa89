import { type Portfolio, type RiskMatrixBands, riskMatrixBands } from '@twinward/contracts/risk/portfolio';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getLocationSource } from '../../records/structure/service.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../../system/setting/service.ts';
import { getAnalysis } from '../risk-analysis/service.ts';
import {
  type AssetIds,
  selectClasses,
  selectLocations,
  selectMatrix,
  selectPareto,
  selectTotal,
} from './store.ts';

const setting: Setting<RiskMatrixBands> = {
  name: 'risk-matrix',
  schema: riskMatrixBands,
  initial: { probability: [5, 20, 50, 80], consequence: [1000, 10_000, 100_000, 1_000_000] },
};

export function getBands(db: Db): Promise<RiskMatrixBands> {
  return getSystemSetting(db, setting);
}

export function updateBands(actor: Actor, bands: RiskMatrixBands): Promise<RiskMatrixBands> {
  return updateSystemSetting(actor, setting, bands);
}

/** Returns the risk matrix of an existing analysis, with its bands and total, for some assets or all. */
export async function getRiskMatrix(
  db: Db,
  analysisId: number,
  assets: AssetIds,
): Promise<Pick<Portfolio, 'bands' | 'matrix' | 'total'>> {
  const bands = await getBands(db);
  return {
    bands,
    matrix: await selectMatrix(db, analysisId, bands, assets),
    total: await selectTotal(db, analysisId, assets),
  };
}

const mostAssets = 50;

/**
 * Returns the distribution of an analysis' risk. Locations follow the user's choice of structure.
 * @throws AppError `not-found`.
 */
export async function getPortfolio(actor: Actor, analysisId: number, now = new Date()): Promise<Portfolio> {
  const { db } = actor.tenant;
  await getAnalysis(db, analysisId);
  return {
    calculatedAt: now.toISOString(),
    ...(await getRiskMatrix(db, analysisId, null)),
    pareto: await selectPareto(db, analysisId, mostAssets),
    locations: await selectLocations(db, analysisId, await getLocationSource(actor)),
    classes: await selectClasses(db, analysisId),
  };
}
