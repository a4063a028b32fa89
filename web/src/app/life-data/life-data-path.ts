/** Where the lives of an asset are looked at; of its twin or an analysis, the fit can be put into that. */
export function lifeDataPath(of: { assetId: number; twinId?: number; riskAnalysisId?: number }): string {
  const parameters = new URLSearchParams({ asset: String(of.assetId) });
  if (of.twinId !== undefined) parameters.set('twin', String(of.twinId));
  if (of.riskAnalysisId !== undefined) parameters.set('analysis', String(of.riskAnalysisId));
  return `/apps/lifedata?${parameters}`;
}
