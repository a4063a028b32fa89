import { type Portfolio, type RiskMatrixBands, riskMatrixBands } from '@twinward/contracts/risk/portfolio';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { changeSystemSetting, readSystemSetting, type Setting } from '../../system/setting/service.ts';
import { readAnalysis } from '../risk-analysis/service.ts';
import { findClasses, findLocations, findMatrix, findPareto, findTotal } from './store.ts';

const setting: Setting<RiskMatrixBands> = {
  name: 'risk-matrix',
  schema: riskMatrixBands,
  initial: { probability: [5, 20, 50, 80], consequence: [1000, 10_000, 100_000, 1_000_000] },
};

export function readBands(db: Db): Promise<RiskMatrixBands> {
  return readSystemSetting(db, setting);
}

export function changeBands(actor: Actor, bands: RiskMatrixBands): Promise<RiskMatrixBands> {
  return changeSystemSetting(actor, setting, bands);
}

const mostAssets = 50;

/** Where the risk of an analysis is. @throws AppError `not-found`. */
export async function readPortfolio(db: Db, analysisId: number, now = new Date()): Promise<Portfolio> {
  await readAnalysis(db, analysisId);
  const bands = await readBands(db);
  return {
    calculatedAt: now.toISOString(),
    bands,
    matrix: await findMatrix(db, analysisId, bands),
    total: await findTotal(db, analysisId),
    pareto: await findPareto(db, analysisId, mostAssets),
    locations: await findLocations(db, analysisId),
    classes: await findClasses(db, analysisId),
  };
}
