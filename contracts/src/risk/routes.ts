import { findRoutes } from '../core/route.ts';
import * as improvement from './improvement.ts';
import * as lifeData from './life-data.ts';
import * as portfolio from './portfolio.ts';
import * as riskAnalysis from './risk-analysis.ts';
import * as riskAnalysisAsset from './risk-analysis-asset.ts';
import * as riskAnalysisExport from './risk-analysis-export.ts';
import * as riskAnalysisImport from './risk-analysis-import.ts';
import * as scenario from './scenario.ts';

export const riskRoutes = findRoutes(
  improvement,
  lifeData,
  portfolio,
  riskAnalysisAsset,
  riskAnalysisExport,
  riskAnalysisImport,
  riskAnalysis,
  scenario,
);
