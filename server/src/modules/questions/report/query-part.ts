import type { QueryDisplay } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { chartColors, seriesColor } from '@twinward/domain/dashboards/color-themes';
import { assignRoles, toChartData } from '@twinward/domain/queries/chart-data';
import type { ChartData } from '@twinward/domain/queries/chart-types';
import { shownColumns, toResultRows } from '@twinward/domain/queries/rows';
import type { SummaryTable } from '../../outcomes/notification/service.ts';
import type { PictureDraft } from './picture.ts';
import type { SectionPart } from './section.ts';
import { cellText, count, type TextStyle } from './text.ts';

/** Maximum number of rows of a table in a mail. */
export const mostRows = 20;
/** Maximum number of columns of a table in a mail. */
const mostColumns = 8;

const charts: ReadonlySet<string> = new Set(['bar', 'line', 'area', 'pie', 'heat-map', 'tree-map']);

/** Converts the result of a query for a mail: a number, a table, or a chart with a table of its values. */
export function queryPart(result: QueryResult, display: QueryDisplay, style: TextStyle): SectionPart {
  if (result.rows.length === 0) return { lines: ['No rows.', ...result.notes], pictures: [] };
  if (display.view === 'number') return numberPart(result, display, style);
  if (display.view !== 'pivot' && !charts.has(display.view)) return tablePart(result, style);
  const data = toChartData(result, display, (column, value) => cellText(column, value, style));
  const rows = data.categories.length;
  const picture = display.view === 'pivot' ? null : toPicture(data, display, style);
  return {
    lines: [...toLines(result, Math.max(0, rows - mostRows)), ...data.notes],
    table: valueTable(data, style),
    pictures: picture === null ? [] : [picture],
  };
}

/** Shows the values of the last row, like a number card. */
function numberPart(result: QueryResult, display: QueryDisplay, style: TextStyle): SectionPart {
  const last = toResultRows(result).at(-1)!;
  const { values } = assignRoles(result, display);
  return {
    lines: [
      ...values.map((column) => `${column.caption}: ${cellText(column, last[column.key] ?? null, style)}`),
      ...result.notes,
    ],
    pictures: [],
  };
}

function tablePart(result: QueryResult, style: TextStyle): SectionPart {
  const columns = shownColumns(result).slice(0, mostColumns);
  const rows = toResultRows(result);
  return {
    lines: toLines(result, Math.max(0, rows.length - mostRows)),
    table: {
      headings: columns.map(({ caption }) => caption),
      rows: rows
        .slice(0, mostRows)
        .map((row) => columns.map((column) => cellText(column, row[column.key] ?? null, style))),
    },
    pictures: [],
  };
}

const toLines = ({ notes, truncated }: QueryResult, left: number): string[] => [
  ...notes,
  ...(left > 0
    ? [`The first ${mostRows}; ${truncated ? 'at least ' : ''}${count(left)} more in Twinward.`]
    : []),
];

const valueTable = ({ category, categories, series }: ChartData, style: TextStyle): SummaryTable => ({
  headings: [category?.caption ?? '', ...series.slice(0, mostColumns).map(({ name }) => name)],
  rows: categories
    .slice(0, mostRows)
    .map((name, place) => [
      name,
      ...series
        .slice(0, mostColumns)
        .map(({ column, items }) => cellText(column, items[place]!.value, style)),
    ]),
});

function toPicture(
  { categories, series }: ChartData,
  { view, stacked, theme }: QueryDisplay,
  style: TextStyle,
): PictureDraft | null {
  const known = series.flatMap(({ column, items }, one) =>
    items.flatMap(({ value }, place) => (value === null ? [] : [{ one, place, value, column }])),
  );
  if (known.length === 0) return null;
  const largest = known.reduce((best, next) => (next.value > best.value ? next : best));
  const colors = chartColors(theme, 'light');
  return {
    name: 'chart',
    kind: view === 'line' || view === 'area' ? 'lines' : 'bars',
    description: `${series.map(({ name }) => name).join(', ')}: ${count(categories.length)} values, the largest ${cellText(largest.column, largest.value, style)} at ${categories[largest.place]}`,
    categories,
    series: series.map(({ name, items }, place) => ({
      name,
      color: seriesColor(colors, place),
      values: items.map(({ value }) => value),
    })),
    isStacked: stacked,
    limit: null,
    prefix: series.every(({ column }) => column.kind === 'money') ? style.currencySymbol : '',
  };
}
