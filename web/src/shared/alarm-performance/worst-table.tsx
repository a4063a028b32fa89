import type { AlarmReport, WorstThreshold } from '@twinward/contracts/protections/alarm-report';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { protectionPath } from '../address/paths.ts';
import { assetColumn, nameColumn, thresholdColumns } from './columns.tsx';
import { formatShare } from './figures.tsx';

const columns: readonly Column<WorstThreshold>[] = [
  nameColumn(),
  assetColumn(),
  ...thresholdColumns<WorstThreshold>(),
  { id: 'alarms', header: 'Alarms', width: '88px', numeric: true, cell: ({ alarms }) => formatCount(alarms) },
  { id: 'share', header: 'Share', width: '88px', numeric: true, cell: ({ share }) => formatShare(share) },
];

/** Title with the share of the ten worst thresholds in all alarms. */
export const worstTitle = ({ total }: AlarmReport): string =>
  `The ten worst: ${formatShare(total.worstShare)} of all alarms`;

/** The ten thresholds with the most alarms. */
export function WorstTable({ report }: { report: AlarmReport }): ReactNode {
  if (report.worst.length === 0) return <EmptyState title="No alarms in this period." />;
  return (
    <DataTable
      label={worstTitle(report)}
      rows={report.worst}
      rowKey={({ thresholdId }) => thresholdId}
      rowTo={({ protectionId }) => protectionPath(protectionId)}
      columns={columns}
    />
  );
}
