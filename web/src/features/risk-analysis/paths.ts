export const riskAnalysesPath = '/apps/riskanalyses';
export const riskAnalysisPath = (id: number | 'new'): string => `${riskAnalysesPath}/${id}`;
export const scenarioPath = (id: number, scenarioId: number): string =>
  `${riskAnalysisPath(id)}/scenarios/${scenarioId}`;
