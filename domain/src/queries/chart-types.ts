import type { ResultColumn } from '@twinward/contracts/questions/query-result';
import type { ResultRow } from './rows.ts';

/** One value of a chart. */
export interface ChartItem {
  value: number | null;
  /** The result row of the value. Null for several, as in 'Other'. */
  row: ResultRow | null;
}

export interface ResultSeries {
  name: string;
  /** The column of the values. */
  column: ResultColumn;
  /** One item per category. */
  items: ChartItem[];
}

/** The data of a chart or pivot table: series of values by category. */
export interface ChartData {
  /** The column of the categories. Null without categories. */
  category: ResultColumn | null;
  /** The column whose values are the series. Null if each series is a column of values. */
  split: ResultColumn | null;
  categories: string[];
  series: ResultSeries[];
  /** Notes about values that are omitted or combined. */
  notes: string[];
}
