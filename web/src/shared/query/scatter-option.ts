import type { QueryDisplay } from '@twinward/contracts/questions/query-definition';
import type { QueryResult, ResultColumn } from '@twinward/contracts/questions/query-result';
import { seriesColor } from '@twinward/domain/dashboards/color-themes';
import { assignRoles, mostSeries } from '@twinward/domain/queries/chart-data';
import { isNumeric } from '@twinward/domain/queries/column-kinds';
import { groupValue, type ResultRow, toResultRows } from '@twinward/domain/queries/rows';
import type { MarksOption } from '../../ui/chart/marks-canvas.tsx';
import { type Drawing, grid, symbolAt, textStyle, tooltip, valueAxis } from './axis-option.ts';
import { cellText, columnHeader, textWithUnit } from './cell-text.ts';

/** One row of a scatter chart. */
interface Point {
  x: number;
  y: number;
  row: ResultRow;
}

/** Rows by two numbers: a numeric category and the first value, else the first and the second value. */
export interface ScatterData {
  x: ResultColumn | null;
  y: ResultColumn | null;
  /** The column with the names of the points, if any. */
  label: ResultColumn | null;
  series: { name: string; points: Point[] }[];
  /** Number of rows without both numbers. */
  missing: number;
}

export function toScatterData(result: QueryResult, display: QueryDisplay, timeZone: string): ScatterData {
  const { category, split, values } = assignRoles(result, display);
  const isAcross = category !== null && isNumeric(category);
  const x = (isAcross ? category : values[0]) ?? null;
  const y = (isAcross ? values[0] : values[1]) ?? null;
  const groups = new Map<string, ScatterData['series'][number]>();
  let missing = 0;
  if (x !== null && y !== null) {
    for (const row of toResultRows(result)) {
      const [across, up] = [row[x.key], row[y.key]];
      if (typeof across !== 'number' || typeof up !== 'number') {
        missing += 1;
        continue;
      }
      const key = split === null ? '' : JSON.stringify(groupValue(split, row));
      const group = groups.get(key) ?? {
        name: split === null ? y.caption : cellText(split, row[split.key] ?? null, timeZone),
        points: [],
      };
      groups.set(key, group);
      group.points.push({ x: across, y: up, row });
    }
  }
  return {
    x,
    y,
    label: isAcross ? null : category,
    series: [...groups.values()].slice(0, mostSeries),
    missing,
  };
}

export function scatterOption(
  { x, y, label, series }: ScatterData,
  { colors, ink, background }: Pick<Drawing, 'colors' | 'ink' | 'background'>,
  timeZone: string,
): MarksOption {
  if (x === null || y === null) return {};
  const text = ({ row, ...point }: Point): string =>
    [
      label === null ? '' : cellText(label, row[label.key] ?? null, timeZone),
      `${x.caption}: ${textWithUnit(x, point.x, timeZone)}`,
      `${y.caption}: ${textWithUnit(y, point.y, timeZone)}`,
    ]
      .filter((line) => line !== '')
      .join('\n');
  const name = (column: ResultColumn, gap: number) => ({
    name: columnHeader(column),
    nameLocation: 'middle' as const,
    nameGap: gap,
    nameTextStyle: textStyle(ink),
    scale: true,
  });
  return {
    textStyle: textStyle(ink),
    grid: { ...grid, left: 24, bottom: 24 },
    tooltip: {
      ...tooltip(ink, background),
      trigger: 'item',
      formatter: (shown) => {
        const { seriesIndex, dataIndex } = shown as { seriesIndex: number; dataIndex: number };
        return text(series[seriesIndex]!.points[dataIndex]!);
      },
    },
    xAxis: { ...valueAxis(x, ink), ...name(x, 28) },
    yAxis: { ...valueAxis(y, ink), ...name(y, 48) },
    series: series.map(({ name: own, points }, place) => ({
      type: 'scatter',
      name: own,
      symbol: symbolAt(place),
      symbolSize: points.length > 1000 ? 4 : 8,
      itemStyle: { color: seriesColor(colors, place), opacity: points.length > 200 ? 0.6 : 0.9 },
      data: points.map(({ x: across, y: up, row }) => ({ value: [across, up], row })),
    })),
  } as MarksOption;
}

export function describeScatter({ x, y, series, missing }: ScatterData): string {
  if (x === null || y === null) return 'A scatter chart needs two columns of numbers.';
  const points = series.reduce((sum, one) => sum + one.points.length, 0);
  const left = missing === 0 ? '' : ` ${missing} rows without both numbers are left out.`;
  return `Scatter chart of ${y.caption} against ${x.caption}: ${points} points.${left}`;
}
