export const riskAnalysesPath = '/apps/riskanalyses';
export const riskAnalysisPath = (id: number | 'new'): string => `${riskAnalysesPath}/${id}`;
