import type { AlarmReport } from '@twinward/contracts/protections/alarm-report';

export type AlarmFigureKey =
  | 'averageRate'
  | 'peakRate'
  | 'floodShare'
  | 'priorities'
  | 'worstShare'
  | 'standing'
  | 'stale'
  | 'chattering'
  | 'shelved';

/** A figure of alarm performance with its target. */
export interface AlarmFigure {
  key: AlarmFigureKey;
  caption: string;
  value: number;
  /** The largest value that meets the target. */
  target: number;
  unit: 'count' | 'percent' | 'rate';
  meets: boolean;
}

/** Rounding error of shares that are calculated from counts. */
const epsilon = 1e-9;

/**
 * The figures of a report with their targets, in the order of the standard (ISA-18.2, clause 16). Silence and
 * shelving are recorded only since some time. For a range that ends earlier, their figures are omitted.
 */
export function alarmFigures(report: AlarmReport): AlarmFigure[] {
  const { total, targets, priorities } = report;
  const share = (wanted: string) => priorities.find(({ priority }) => priority === wanted)?.share ?? 0;
  const figure = (
    key: AlarmFigureKey,
    caption: string,
    unit: AlarmFigure['unit'],
    value: number,
    target: number,
  ): AlarmFigure => ({ key, caption, unit, value, target, meets: value <= target + epsilon });
  const priority = figure('priorities', 'Alarms of high priority', 'percent', share('high'), targets.high);
  // The targets are maximums: fewer urgent alarms meet them.
  const urgent = share('high') + share('medium') <= targets.high + targets.medium + epsilon;
  const hasStates = report.statesSince < report.to;
  const figures = [
    figure('averageRate', 'Alarms per 10 minutes and area', 'rate', total.averageRate, targets.averageRate),
    figure('peakRate', 'Most alarms in 10 minutes', 'count', total.peakRate, targets.peakRate),
    figure('floodShare', 'Time in flood', 'percent', total.floodShare, targets.floodShare),
    { ...priority, meets: priority.meets && urgent },
    figure('worstShare', 'Load of the ten worst', 'percent', total.worstShare, targets.worstShare),
    figure(
      'standing',
      'Standing over 24 hours, most on a day',
      'count',
      total.standingPeak,
      targets.standing,
    ),
    figure('stale', 'Stale: standing without data, most on a day', 'count', total.stalePeak, targets.stale),
    figure('chattering', 'Chattering thresholds', 'count', report.chattering.count, targets.chattering),
    figure('shelved', 'Shelved protections, most on a day', 'count', total.shelvedPeak, targets.shelved),
  ];
  return figures.filter(({ key }) => hasStates || (key !== 'stale' && key !== 'shelved'));
}
