import type { RiskSource } from '@twinward/contracts/risk/risk-analysis-asset';

/** The origin of a probability or cost of failure in an analysis. */
export const sourceTexts: Readonly<Record<RiskSource, string>> = {
  analysis: 'This analysis only',
  twin: 'From the twin',
  asset: 'From the asset',
  'failure-modes': 'From the failure modes',
};
