/**
 * Where the lives of an asset are looked at, or of all assets of an analysis; the fit can be put into its twin or the
 * analysis.
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
