import { returnsFile } from '../core/content-types.ts';
import { listBody } from '../core/list.ts';
import { exportQuery } from '../core/list-export.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Risk analyses');

/** The columns of an exported list of risk analyses, with the captions of the list on the screen. */
export const riskAnalysisExportColumns = [
  'name',
  'description',
  'risk',
  'assets',
  'over',
  'threshold',
  'start',
  'end',
  'owner',
  'updated',
] as const;

export const exportRiskAnalyses = defineRoute('POST /api/riskanalyses/export', {
  access: 'apps',
  reads: true,
  summary: 'Export a list of risk analyses as a file',
  query: exportQuery(riskAnalysisExportColumns),
  body: listBody,
  ...returnsFile('csv', 'xlsx'),
});
