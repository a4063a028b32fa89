import { type AlarmReport, alarmInterval } from '@twinward/contracts/protections/alarm-report';
import { type AlarmFigure, alarmFigures } from '@twinward/domain/alarms/figures';
import type { Drawable } from './section.ts';
import { count, decimal } from './text.ts';

const format = ({ unit }: AlarmFigure, value: number): string =>
  unit === 'percent' ? `${decimal(value, 1)} %` : unit === 'rate' ? decimal(value, 2) : count(value);

/** Alarm performance in a summary mail; null where no protection can alarm. */
export function alarmSection(report: AlarmReport, timeZone: string): Drawable | null {
  const { total, slices, targets } = report;
  if (total.areas === 0) return null;
  const figures = alarmFigures(report);
  const missed = figures.filter(({ meets }) => !meets);
  const allowed = (targets.averageRate * total.areas * slices.length) / alarmInterval;
  const start = Date.parse(report.from);
  const hour = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const query = new URLSearchParams({ range: 'week', until: report.to });
  return {
    title: 'Alarm performance',
    path: `/apps/alarm-performance?${query}`,
    lines: [
      `${count(total.alarms)} alarms; ${figures.length - missed.length} of ${figures.length} targets met`,
      ...missed.map(
        (figure) =>
          `${figure.caption}: ${format(figure, figure.value)}, at most ${format(figure, figure.target)} wanted`,
      ),
    ],
    pictures:
      total.alarms === 0
        ? []
        : [
            {
              name: 'alarms',
              description: `Alarms per hour: at most ${count(Math.max(...slices.alarms))}; the dashed line is the target, ${decimal(allowed, 1)}`,
              categories: slices.alarms.map((_, slice) => hour.format(start + slice * slices.length)),
              series: [{ name: 'Alarms', ink: 'strong', values: slices.alarms }],
              limit: allowed,
              prefix: '',
            },
          ],
  };
}
