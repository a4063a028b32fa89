import type { ResultColumn } from '@twinward/contracts/questions/query-result';
import type { ResultRow } from './rows.ts';

/** One value of a chart. */
export interface ChartItem {
  value: number | null;
  /** The row of the result that it shows; null for several, as in 'Other'. */
  row: ResultRow | null;
}

export interface ResultSeries {
  name: string;
  /** What the values are. */
  column: ResultColumn;
  /** One a category. */
  items: ChartItem[];
}

/** A result as a chart or pivot table shows it: series of values by category. */
export interface ChartData {
  /** What the categories are; null where there are none. */
  category: ResultColumn | null;
  /** What the series are; null where each is a column of values. */
  split: ResultColumn | null;
  categories: string[];
  series: ResultSeries[];
  /** What is not shown as it is, in words. */
  notes: string[];
}
