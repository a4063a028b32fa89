/**
 * The path of the life data page, for one asset or all assets of an analysis, with the twin or analysis that the fit
 * can be applied to.
 */
export function lifeDataPath({
  assetId,
  twinId,
  riskAnalysisId,
}: {
  assetId?: number;
  twinId?: number;
  riskAnalysisId?: number;
}): string {
  const parameters = new URLSearchParams();
  if (assetId !== undefined) parameters.set('asset', String(assetId));
  if (twinId !== undefined) parameters.set('twin', String(twinId));
  if (riskAnalysisId !== undefined) parameters.set('analysis', String(riskAnalysisId));
  return `/apps/lifedata?${parameters}`;
}
