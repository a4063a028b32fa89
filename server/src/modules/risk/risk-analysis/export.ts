import type { RiskAnalysisSummary } from '@twinward/contracts/risk/risk-analysis';
import type { riskAnalysisExportColumns } from '@twinward/contracts/risk/risk-analysis-export';
import type { Actor } from '../../../platform/actor.ts';
import type { ExportedList } from '../../jobs/list-export/service.ts';
import { listAnalyses } from './service.ts';

const day = 'yyyy-mm-dd';

/** Returns the definition of the exported list of risk analyses. */
export const exportedAnalyses = (
  actor: Actor,
): ExportedList<(typeof riskAnalysisExportColumns)[number], RiskAnalysisSummary> => ({
  type: 'risk-analysis',
  noun: 'risk analyses',
  readPage: (request) => listAnalyses(actor, request),
  columns: {
    name: { header: 'Name', width: 40, read: ({ name }) => name },
    description: { header: 'Description', width: 48, read: ({ description }) => description },
    risk: { header: 'Risk', width: 14, read: ({ risk }) => risk },
    assets: { header: 'Assets', width: 10, read: ({ assetCount }) => assetCount },
    over: { header: 'Opportunities', width: 16, read: ({ overThreshold }) => overThreshold },
    threshold: {
      header: 'Threshold (%)',
      width: 16,
      read: ({ probabilityThreshold }) => probabilityThreshold,
    },
    start: { header: 'Start date', width: 14, time: day, read: ({ startDate }) => startDate },
    end: { header: 'End date', width: 14, time: day, read: ({ endDate }) => endDate },
    owner: { header: 'Owner', width: 20, read: ({ owner }) => owner },
    updated: { header: 'Changed', width: 18, time: 'yyyy-mm-dd hh:mm', read: ({ updatedAt }) => updatedAt },
  },
});
