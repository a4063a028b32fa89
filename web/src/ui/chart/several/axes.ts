import type { Limit } from '@twinward/domain/limits';
import { gutter, type PlotFrame } from '../plot.ts';
import type { Range } from '../range.ts';
import { type ChartSeries, valuesIn } from '../series.ts';
import { type ValueAxis, valueAxis } from '../value-axis.ts';

/** One of several signals on a chart. */
export interface ChartLine {
  id: number;
  name: string;
  /** The displayed unit; null for a plain number. */
  unit: string | null;
  color: string;
  dash: 'solid' | 'dashed' | 'dotted';
  series: ChartSeries;
  /** Times of counter resets; only if rises are shown. */
  resets: readonly number[];
  /** In the unit of the line; empty if rises are shown. */
  limits: readonly Limit[];
  /** Set for a comparison line, which has the colour of the line that it is compared with. */
  compared?: {
    /** Id of the line that it is compared with. */
    of: number;
    /** Milliseconds by which its points were shifted to later times. */
    shift: number;
  };
}

/** Unique key of a line; two lines may show the same tag. */
export const lineKey = ({ id, compared }: ChartLine): string =>
  compared === undefined ? String(id) : `${id} compared with ${compared.of}`;

/** The value axis of one unit, and its position. */
export interface UnitAxis {
  unit: string | null;
  side: 'left' | 'right';
  /** Distance from the plot in pixels. */
  offset: number;
  /** Colour of its lines; null if they differ. */
  color: string | null;
  axis: ValueAxis;
}

/** Maximum number of axes of a chart; more are not readable. */
export const mostAxes = 4;

/** The distinct units of lines, in order. */
export const listUnits = (lines: readonly Pick<ChartLine, 'unit'>[]): (string | null)[] => [
  ...new Set(lines.map(({ unit }) => unit)),
];

/**
 * One axis per unit, alternating left and right, scaled to the values of its lines in the range.
 *
 * @param mostTicks approximate maximum number of ticks of an axis
 */
export function unitAxes(lines: readonly ChartLine[], range: Range, mostTicks = 6): UnitAxis[] {
  return listUnits(lines)
    .slice(0, mostAxes)
    .map((unit, index) => {
      const own = lines.filter((line) => line.unit === unit);
      const found = own.map(({ series }) => valuesIn(series, range)).filter((values) => values !== null);
      const values =
        found.length === 0
          ? null
          : {
              low: Math.min(...found.map(({ low }) => low)),
              high: Math.max(...found.map(({ high }) => high)),
            };
      return {
        unit,
        side: index % 2 === 0 ? ('left' as const) : ('right' as const),
        offset: Math.floor(index / 2) * gutter,
        color: new Set(own.map((line) => line.color)).size === 1 ? own[0]!.color : null,
        axis: valueAxis(
          values,
          own.flatMap(({ limits }) => limits.map(({ value }) => value)),
          mostTicks,
        ),
      };
    });
}

/** The plot frame of a chart with several axes. */
export function severalFrame(width: number, axes: number): PlotFrame {
  return {
    width,
    left: Math.max(1, Math.ceil(axes / 2)) * gutter,
    right: Math.max(12, Math.floor(axes / 2) * gutter),
    hasLabels: false,
  };
}
