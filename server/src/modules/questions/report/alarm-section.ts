import { type AlarmReport, alarmInterval } from '@twinward/contracts/protections/alarm-report';
import { type AlarmFigure, alarmFigures } from '@twinward/domain/alarms/figures';
import { formatSpan } from '@twinward/domain/duration';
import { type PictureDraft, strong } from './picture.ts';
import type { Drawable } from './section.ts';
import { count, counted, decimal } from './text.ts';

export const formatFigure = ({ unit }: AlarmFigure, value: number): string =>
  unit === 'percent' ? `${decimal(value, 1)} %` : unit === 'rate' ? decimal(value, 2) : count(value);

/** Returns a chart of alarms by hour or day with the target; null if there are no alarms. */
export function ratePicture(
  { from, total, slices, targets }: AlarmReport,
  timeZone: string,
): PictureDraft | null {
  if (total.alarms === 0) return null;
  const allowed = (targets.averageRate * total.areas * slices.length) / alarmInterval;
  const start = Date.parse(from);
  const hour = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return {
    name: 'alarms',
    kind: 'bars',
    description: `Alarms per ${formatSpan(slices.length)}: at most ${count(Math.max(...slices.alarms))}; the dashed line is the target, ${decimal(allowed, 1)}`,
    categories: slices.alarms.map((_, slice) => hour.format(start + slice * slices.length)),
    series: [{ name: 'Alarms', color: strong, values: slices.alarms }],
    limit: allowed,
    prefix: '',
  };
}

/** Returns the section on alarm performance of a summary mail; null if no protection can alarm. */
export function alarmSection(report: AlarmReport, timeZone: string): Drawable | null {
  const { total } = report;
  if (total.areas === 0) return null;
  const figures = alarmFigures(report);
  const missed = figures.filter(({ meets }) => !meets);
  const picture = ratePicture(report, timeZone);
  const query = new URLSearchParams({ range: 'week', until: report.to });
  return {
    title: 'Alarm performance',
    path: `/apps/alarm-performance?${query}`,
    lines: [
      `${counted(total.alarms, 'alarm')}; ${figures.length - missed.length} of ${figures.length} targets met`,
      ...missed.map(
        (figure) =>
          `${figure.caption}: ${formatFigure(figure, figure.value)}, at most ${formatFigure(figure, figure.target)} wanted`,
      ),
    ],
    pictures: picture === null ? [] : [picture],
  };
}
