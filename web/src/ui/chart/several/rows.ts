import { csvLine } from '@twinward/domain/rules/sheet';
import type { Range } from '../range.ts';
import { latestSample } from '../series.ts';
import type { ChartLine } from './axes.ts';

/** The values of several signals at one time; null where a signal has no sample. */
export interface SeveralRow {
  time: number;
  values: (number | null)[];
}

/** One row per time at which any signal has a sample in the range, in order. */
export function severalRows(lines: readonly ChartLine[], range: Range): SeveralRow[] {
  const byTime = new Map<number, (number | null)[]>();
  lines.forEach(({ series }, column) => {
    series.times.forEach((middle, index) => {
      const time = middle - series.width / 2;
      if (time < range.from || time >= range.to) return;
      const values = byTime.get(time) ?? lines.map(() => null);
      values[column] = series.mean[index] ?? null;
      byTime.set(time, values);
    });
  });
  return [...byTime].sort(([one], [other]) => one - other).map(([time, values]) => ({ time, values }));
}

/** The value of a signal at a time: its latest sample at or before that time. Null without a sample, or if too old. */
export function valueAt({ series }: ChartLine, cursor: number): number | null {
  const index = latestSample(series, cursor);
  return index < 0 ? null : (series.mean[index] ?? null);
}

/** Milliseconds by which the points of compared lines were shifted to later times; 0 without compared lines. */
export const comparedShift = (lines: readonly ChartLine[]): number =>
  Math.max(0, ...lines.map(({ compared }) => compared?.shift ?? 0));

/** The rows as CSV: times in ISO 8601, the original times of shifted points, and one column per signal. */
export function severalCsv(lines: readonly ChartLine[], range: Range): string {
  const titles = lines.map(({ name, unit }) => (unit === null ? name : `${name} (${unit})`));
  const shift = comparedShift(lines);
  const rows = severalRows(lines, range).map(({ time, values }) =>
    [
      ...(shift === 0 ? [time] : [time, time - shift]).map((each) => new Date(each).toISOString()),
      ...values.map((value) => (value === null ? '' : String(value))),
    ].join(','),
  );
  return `${csvLine(['time', ...(shift === 0 ? [] : ['time compared']), ...titles])}${rows.map((row) => `${row}\r\n`).join('')}`;
}
