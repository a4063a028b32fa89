import type { QueryDisplay } from '@twinward/contracts/questions/query-definition';
import type { ChartData, ResultSeries } from './chart-types.ts';

/** Replaces the values of each series by running totals, percent of their sum, or changes from category to category. */
export function withTotal(data: ChartData, total: QueryDisplay['total']): ChartData {
  return total === undefined ? data : { ...data, series: data.series.map(calculations[total]) };
}

const calculations: Record<NonNullable<QueryDisplay['total']>, (series: ResultSeries) => ResultSeries> = {
  running: (series) => {
    let sum = 0;
    return replaced(series, 'running total', (value) => {
      if (value !== null) sum += value;
      return value === null ? null : sum;
    });
  },
  share: (series) => {
    const whole = series.items.reduce((sum, { value }) => sum + (value ?? 0), 0);
    const { width: _, ...column } = series.column;
    return replaced({ ...series, column: { ...column, kind: 'number', unit: '%' } }, 'share', (value) =>
      value === null || whole === 0 ? null : (100 * value) / whole,
    );
  },
  change: (series) => {
    let before: number | null = null;
    return replaced(series, 'change', (value) => {
      const change = value === null || before === null ? null : value - before;
      before = value;
      return change;
    });
  },
};

/** @param value returns the new value of an item; called in order */
function replaced(
  series: ResultSeries,
  word: string,
  value: (value: number | null) => number | null,
): ResultSeries {
  return {
    ...series,
    column: { ...series.column, caption: `${series.column.caption}, ${word}` },
    items: series.items.map((item) => ({ ...item, value: value(item.value) })),
  };
}
