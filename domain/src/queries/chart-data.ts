import type { QueryDisplay } from '@twinward/contracts/questions/query-definition';
import type { QueryResult, ResultColumn, ResultValue } from '@twinward/contracts/questions/query-result';
import type { ChartData, ChartItem } from './chart-types.ts';
import { isMeasure } from './column-kinds.ts';
import { groupValue, type ResultRow, shownColumns, toResultRows } from './rows.ts';
import { withTotal } from './totals.ts';

/** The columns of a result that a display uses: its own choice, else defaults. */
interface Roles {
  category: ResultColumn | null;
  split: ResultColumn | null;
  values: ResultColumn[];
}

export function assignRoles(result: Pick<QueryResult, 'columns'>, display: QueryDisplay): Roles {
  const columns = shownColumns(result);
  const named = (key: string | undefined) => columns.find((column) => column.key === key) ?? null;
  const chosen = display.values.flatMap((key) => named(key) ?? []);
  const split = named(display.series);
  const free = columns.filter((column) => column !== split && !chosen.includes(column));
  const category = named(display.category) ?? free.find((column) => !isMeasure(column)) ?? null;
  const values =
    chosen.length > 0 ? chosen : free.filter((column) => isMeasure(column) && column !== category);
  return { category, split: split === category ? null : split, values };
}

/** The most series of a chart, and the most columns of a pivot table. */
export const mostSeries = 20;
const mostColumns = 100;

/** Formats a non-null value of a column. */
type FormatValue = (column: ResultColumn, value: NonNullable<ResultValue>) => string;

/** Returns the values of a result by category and series, with the display's top categories, 'Other' and totals. */
export function toChartData(result: QueryResult, display: QueryDisplay, formatValue: FormatValue): ChartData {
  const roles = assignRoles(result, display);
  const { category, split } = roles;
  const categories = new Map<string, string>();
  const series = new Map<
    string,
    { name: string; column: ResultColumn; byCategory: Map<string, ChartItem> }
  >();
  let isAdded = false;
  toResultRows(result).forEach((row, place) => {
    // Without series each row is a separate category, even if two have the same name.
    const id =
      split === null ? String(place) : category === null ? '' : JSON.stringify(groupValue(category, row));
    if (!categories.has(id))
      categories.set(id, category === null ? '' : categoryName(category, row, formatValue));
    for (const column of roles.values) {
      const key = JSON.stringify([split === null ? null : groupValue(split, row), column.key]);
      const found = series.get(key) ?? {
        name: seriesName(roles, column, row, formatValue),
        column,
        byCategory: new Map<string, ChartItem>(),
      };
      series.set(key, found);
      const cell = row[column.key] ?? null;
      const value = typeof cell === 'number' ? cell : null;
      const before = found.byCategory.get(id);
      if (before !== undefined) isAdded = true;
      found.byCategory.set(
        id,
        before === undefined ? { value, row } : { value: sumKnown([before.value, value]), row: null },
      );
    }
  });
  const most = display.view === 'pivot' ? mostColumns : mostSeries;
  const all = [...series.values()];
  const notes = [
    ...(isAdded ? ['Several rows have the same category. Their values are added up.'] : []),
    ...(all.length > most ? [`The first ${most} of ${all.length} series are shown.`] : []),
  ];
  const ids = [...categories.keys()];
  const data: ChartData = {
    category,
    split,
    categories: [...categories.values()],
    series: all.slice(0, most).map(({ name, column, byCategory }) => ({
      name,
      column,
      items: ids.map((id) => byCategory.get(id) ?? { value: null, row: null }),
    })),
    notes,
  };
  return withTotal(selectTop(data, getTopCount(display)), display.total);
}

/** A pie has eight slices unless the display says otherwise. */
const getTopCount = ({ view, topCount }: QueryDisplay): number | undefined =>
  topCount ?? (view === 'pie' ? 8 : undefined);

const categoryName = (column: ResultColumn, row: ResultRow, formatValue: FormatValue): string => {
  const value = row[column.key] ?? null;
  return value === null ? 'No value' : formatValue(column, value);
};

function seriesName(
  { split, values }: Roles,
  column: ResultColumn,
  row: ResultRow,
  formatValue: FormatValue,
): string {
  if (split === null) return column.caption;
  const name = categoryName(split, row, formatValue);
  return values.length > 1 ? `${name} · ${column.caption}` : name;
}

/** Returns the sum of the known values. Null if all are unknown. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Whether the values of a column may be added up: counts and sums, not means. */
export const isAdditive = ({ aggregate }: ResultColumn): boolean =>
  aggregate === 'count' || aggregate === 'sum';

/** Keeps the categories with the largest first values. Adds up the others as 'Other' if they can be added. */
function selectTop(data: ChartData, topCount: number | undefined): ChartData {
  if (topCount === undefined || data.categories.length <= topCount) return data;
  const sizes = data.categories.map((_, place) =>
    data.series.reduce((sum, { items }) => sum + Math.abs(items[place]!.value ?? 0), 0),
  );
  const places = data.categories
    .map((_, place) => place)
    .toSorted((one, other) => sizes[other]! - sizes[one]!)
    .slice(0, topCount);
  const kept = new Set(places);
  const others = data.categories.flatMap((_, place) => (kept.has(place) ? [] : [place]));
  const isAdded = data.series.every(({ column }) => isAdditive(column));
  const other = isAdded ? ['Other'] : [];
  return {
    ...data,
    categories: [...places.map((place) => data.categories[place]!), ...other],
    series: data.series.map((series) => ({
      ...series,
      items: [
        ...places.map((place) => series.items[place]!),
        ...other.map(() => ({
          value: sumKnown(others.map((place) => series.items[place]!.value)),
          row: null,
        })),
      ],
    })),
    notes: [
      ...data.notes,
      isAdded ? `Other: ${others.length} more.` : `The largest ${topCount} of ${sizes.length} are shown.`,
    ],
  };
}
