import { mdiAlertCircleOutline, mdiCheckCircleOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import type { AlarmReport } from '@twinward/contracts/protections/alarm-report';
import { type AlarmFigure, type AlarmFigureKey, alarmFigures } from '@twinward/domain/alarms/figures';
import type { ReactNode } from 'react';
import { formatCount, formatDateTime, formatNumber } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { BigNumberTile } from '../../ui/page/cards/big-number-tile.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Why } from '../../ui/page/why.tsx';
import { stateText } from '../../ui/theme/theme.ts';

export const formatShare = (percent: number): string => `${formatNumber(Number(percent.toFixed(1)))} %`;
export const formatRate = (rate: number): string =>
  rate > 0 && rate < 0.01 ? 'under 0.01' : formatNumber(Number(rate.toFixed(2)));

const formats: Record<AlarmFigure['unit'], (value: number) => string> = {
  count: formatCount,
  percent: formatShare,
  rate: formatRate,
};

/** Shows whether a figure meets its target, with a shape and a word. */
const Verdict = ({ meets }: { meets: boolean }): ReactNode => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1,
      color: (theme) => stateText(theme, meets ? 'success' : 'error'),
    }}
  >
    <Icon path={meets ? mdiCheckCircleOutline : mdiAlertCircleOutline} sx={{ fontSize: 16 }} />
    {meets ? 'Met' : 'Missed'}
  </Box>
);

/** Large tiles with the key figures. */
export function FigureTiles({ report }: { report: AlarmReport }): ReactNode {
  const figures = alarmFigures(report);
  const met = figures.filter(({ meets }) => meets).length;
  return (
    <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))' }}>
      {figures.slice(0, 3).map((figure) => (
        <BigNumberTile
          key={figure.key}
          title={figure.caption}
          mode="text"
          value={formats[figure.unit](figure.value)}
          subtitle={
            <>
              <Verdict meets={figure.meets} /> (at most {formats[figure.unit](figure.target)})
            </>
          }
        />
      ))}
      <BigNumberTile
        title="Alarms"
        value={report.total.alarms}
        format={formatCount}
        subtitle={report.total.areas === 1 ? 'in one area' : `in ${formatCount(report.total.areas)} areas`}
      />
      <BigNumberTile
        title="Targets met"
        mode="text"
        value={`${met} of ${figures.length}`}
        subtitle={met === figures.length ? 'All met' : `${figures.length - met} missed`}
      />
    </Box>
  );
}

/** How each figure is calculated. */
const formulas: Record<AlarmFigureKey, string> = {
  averageRate: 'Alarms / (intervals of 10 minutes × areas)',
  peakRate: 'The highest number of alarms in one area within 10 minutes',
  floodShare: 'Intervals in flood / (intervals of 10 minutes × areas)',
  priorities: 'Alarms of thresholds of high priority / all alarms',
  worstShare: 'Alarms of the ten thresholds with the most / all alarms',
  standing:
    'Alarms open for over 24 hours, counted every 24 hours back from the end; the highest count is used',
  stale:
    'Alarms open for over 24 hours of protections without data, counted every 24 hours back from the end; the highest count is used',
  chattering: 'Thresholds with three alarms or more within a minute',
  shelved: 'Shelved protections, counted every 24 hours back from the end; the highest count is used',
};

/** Every figure with its target. */
export function TargetTable({ report }: { report: AlarmReport }): ReactNode {
  const { floodStart, floodEnd, mediumFrom, highFrom, high, medium } = report.targets;
  const notes: Partial<Record<AlarmFigureKey, string>> = {
    floodShare: `A flood starts in an interval with more than ${floodStart} alarms and ends before an interval with fewer than ${floodEnd}.`,
    priorities: `High from level ${highFrom}, medium from ${mediumFrom}. High and medium together: at most ${formatShare(high + medium)}.`,
  };
  const timeZone = useTimeZone();
  const isKnown = report.statesSince <= report.from;
  return (
    <>
      <DataTable
        label="Against targets"
        rows={alarmFigures(report)}
        rowKey={({ key }) => key}
        columns={[
          {
            id: 'figure',
            header: 'Figure',
            width: '46%',
            wraps: true,
            cell: ({ key, caption }) => (
              <>
                {caption}
                <Why
                  subject={caption.toLowerCase()}
                  formula={formulas[key]}
                  inputs={[
                    ['Alarms', formatCount(report.total.alarms)],
                    ['Areas', formatCount(report.total.areas)],
                    ['Floods', formatCount(report.total.floods)],
                  ]}
                  note={notes[key]}
                  links={[{ label: 'Protections', to: '/apps/protections' }]}
                />
              </>
            ),
          },
          {
            id: 'value',
            header: 'Value',
            numeric: true,
            cell: ({ unit, value }) => formats[unit](value),
          },
          {
            id: 'target',
            header: 'At most',
            numeric: true,
            wide: true,
            cell: ({ unit, target }) => formats[unit](target),
          },
          { id: 'verdict', header: 'Target', width: '96px', cell: ({ meets }) => <Verdict meets={meets} /> },
        ]}
      />
      {isKnown ? null : (
        <Muted sx={{ pt: 1 }}>
          Stale and shelved alarms are recorded since {formatDateTime(report.statesSince, timeZone)}.
        </Muted>
      )}
    </>
  );
}
