import type { AlarmReport } from '@twinward/contracts/protections/alarm-report';
import type { ReactNode } from 'react';
import { protectionPath } from '../../shared/address/paths.ts';
import {
  assetColumn,
  nameColumn,
  thresholdColumns,
  titled,
} from '../../shared/alarm-performance/columns.tsx';
import { formatRate, formatShare } from '../../shared/alarm-performance/figures.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount, formatSpan } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';

interface Props {
  report: AlarmReport;
}

/** A table of rows that should be few, or a message if empty. */
function Few<Row extends { protectionId: number }>({
  title,
  none,
  rows,
  count,
  rowKey,
  columns,
}: {
  title: string;
  none: string;
  rows: readonly Row[];
  count: number;
  rowKey: (row: Row) => number;
  columns: readonly Column<Row>[];
}): ReactNode {
  return (
    <Section title={count === 0 ? title : `${title} (${formatCount(count)})`}>
      {rows.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <DataTable
          label={title}
          rows={rows}
          rowKey={rowKey}
          rowTo={({ protectionId }) => protectionPath(protectionId)}
          columns={columns}
        />
      )}
    </Section>
  );
}

/** Rates and floods of each area. */
export function AreaTable({ report: { areas, total, targets } }: Props): ReactNode {
  const left = total.areas - areas.length;
  return (
    <Section title="By area">
      {areas.length === 0 ? (
        <EmptyState title="No active protection has a threshold with a level above 0." />
      ) : (
        <DataTable
          label={left > 0 ? `By area, the first ${areas.length} of ${formatCount(total.areas)}` : 'By area'}
          rows={areas}
          rowKey={({ id }) => id ?? 0}
          columns={[
            {
              id: 'name',
              header: 'Area',
              width: '28%',
              cell: ({ id, name }) => titled(id === null && areas.length === 1 ? 'Whole plant' : name),
            },
            { id: 'alarms', header: 'Alarms', numeric: true, cell: ({ alarms }) => formatCount(alarms) },
            {
              id: 'rate',
              header: 'Per 10 minutes',
              numeric: true,
              cell: ({ averageRate }) => marked(formatRate(averageRate), averageRate > targets.averageRate),
            },
            {
              id: 'peak',
              header: 'Peak per 10 minutes',
              numeric: true,
              wide: true,
              cell: ({ peakRate }) => marked(formatCount(peakRate), peakRate > targets.peakRate),
            },
            {
              id: 'peakAt',
              header: 'From',
              numeric: true,
              wide: true,
              width: '168px',
              cell: ({ peakAt }) => <Time value={peakAt} />,
            },
            {
              id: 'floods',
              header: 'Floods',
              term: 'flood',
              numeric: true,
              wide: true,
              cell: ({ floods }) => formatCount(floods),
            },
            {
              id: 'share',
              header: 'Time in flood',
              numeric: true,
              cell: ({ floodShare }) => marked(formatShare(floodShare), floodShare > targets.floodShare),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** Shows a value above its target in bold, with a sign for screen readers. */
const marked = (text: string, isAbove: boolean): ReactNode =>
  isAbove ? <strong title="Above the target">{text} ▲</strong> : text;

export const StandingTable = ({ report: { standing } }: Props): ReactNode => (
  <Few
    title="Standing over 24 hours"
    none="No alarms have been standing for over 24 hours."
    count={standing.count}
    rows={standing.records}
    rowKey={({ excursionId }) => excursionId}
    columns={[
      nameColumn(),
      assetColumn(),
      ...thresholdColumns<AlarmReport['standing']['records'][number]>(),
      {
        id: 'duration',
        header: 'Open for',
        width: '120px',
        numeric: true,
        cell: ({ duration }) => formatSpan(duration),
      },
      {
        id: 'silent',
        header: 'Without data since',
        width: '176px',
        numeric: true,
        wide: true,
        cell: ({ silentSince }) => (silentSince === null ? '–' : <Time value={silentSince} />),
      },
    ]}
  />
);

export const ChatteringTable = ({ report: { chattering } }: Props): ReactNode => (
  <Few
    title="Chattering"
    none="No chattering thresholds."
    count={chattering.count}
    rows={chattering.records}
    rowKey={({ thresholdId }) => thresholdId}
    columns={[
      nameColumn(),
      assetColumn(),
      ...thresholdColumns<AlarmReport['chattering']['records'][number]>().slice(0, 1),
      {
        id: 'most',
        header: 'Peak per minute',
        width: '136px',
        numeric: true,
        cell: ({ mostInAMinute }) => formatCount(mostInAMinute),
      },
    ]}
  />
);

export const ShelvedTable = ({ report: { shelved } }: Props): ReactNode => (
  <Few
    title="Shelved at the end"
    none="No protection was shelved at the end."
    count={shelved.count}
    rows={shelved.records}
    rowKey={({ protectionId }) => protectionId}
    columns={[
      nameColumn(),
      assetColumn(),
      { id: 'reason', header: 'Reason', wide: true, wraps: true, cell: ({ reason }) => reason },
      {
        id: 'until',
        header: 'Until',
        width: '168px',
        numeric: true,
        cell: ({ until }) => <Time value={until} />,
      },
    ]}
  />
);
