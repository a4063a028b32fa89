import type { QueryView } from '@twinward/contracts/questions/query-definition';
import type { ChartData, ResultSeries } from '@twinward/domain/queries/chart-types';
import { formatCount } from '../../ui/format/format.ts';
import { columnUnit, numberText } from './cell-text.ts';

const pictures: Readonly<Record<QueryView, string>> = {
  table: 'Table',
  pivot: 'Pivot table',
  bar: 'Bar chart',
  line: 'Line chart',
  area: 'Area chart',
  pie: 'Pie chart',
  scatter: 'Scatter chart',
  number: 'Number',
  'heat-map': 'Heat map',
  'tree-map': 'Tree map',
};

export const viewName = (view: QueryView): string => pictures[view];

/** Describes a chart for screen readers: its axes, the number of values, and the extremes. */
export function describeChart(view: QueryView, data: ChartData): string {
  const what = [...new Set(data.series.map(({ column }) => column.caption))].join(' and ');
  const by = [data.category, data.split].flatMap((column) => (column === null ? [] : [column.caption]));
  const head = `${viewName(view)} of ${what || 'no values'}${by.length > 0 ? ` by ${by.join(' and ')}` : ''}`;
  const series = data.split === null ? '' : `, ${formatCount(data.series.length)} series`;
  const count = `${formatCount(data.categories.length)} ${data.categories.length === 1 ? 'value' : 'values'}`;
  const ends = extremes(data);
  return `${head}: ${count}${series}.${ends === null ? '' : ` ${ends}`}`;
}

/** 'Highest: Pump, 12. Lowest: Fan, 1.' */
function extremes({ categories, series }: ChartData): string | null {
  const marks = series.flatMap((one) =>
    one.items.flatMap(({ value }, place) => (value === null ? [] : [{ one, place, value }])),
  );
  if (marks.length < 2) return null;
  let [lowest, highest] = [marks[0]!, marks[0]!];
  for (const mark of marks) {
    if (mark.value < lowest.value) lowest = mark;
    if (mark.value > highest.value) highest = mark;
  }
  const name = ({ one, place }: { one: ResultSeries; place: number }): string =>
    [categories[place], series.length > 1 ? one.name : ''].filter(Boolean).join(', ');
  const text = (mark: typeof lowest): string => `${name(mark)}, ${valueText(mark.one, mark.value)}`;
  return `Highest: ${text(highest)}. Lowest: ${text(lowest)}.`;
}

/** A value of a series with its unit; a dash for null. */
export function valueText({ column }: Pick<ResultSeries, 'column'>, value: number | null): string {
  if (value === null) return '–';
  const unit = column.kind === 'money' ? null : columnUnit(column);
  return unit === null ? numberText(column, value) : `${numberText(column, value)} ${unit}`;
}
