import { bottom, plotHeight, top } from '../plot.ts';
import type { Range } from '../range.ts';
import { type ChartLine, type UnitAxis, unitAxes } from './axes.ts';

/** One plot shared by all signals, or one lane per signal. */
export type Layout = 'one' | 'lanes';

/** A plot in a chart of several signals. All plots share the time axis. */
export interface PlotArea {
  /** Distance from the top edge of the chart in pixels. */
  top: number;
  /** Pixels. */
  height: number;
  lines: readonly ChartLine[];
  axes: readonly UnitAxis[];
}

/** Height in pixels of a chart whose signals share a plot. */
const oneHeight = 420;
/** Height in pixels of the name above a lane. */
export const laneTitleHeight = 24;
const laneHeight = 116;
const mostLaneTicks = 3;

/**
 * The plots of a chart from top to bottom: one for all lines, or one per line with its own value axis. A compared line
 * shares the lane of the line that it is compared with if both have the same unit.
 */
export function plotAreas(layout: Layout, lines: readonly ChartLine[], range: Range): PlotArea[] {
  if (layout === 'one' || lines.length === 0)
    return [{ top, height: plotHeight(oneHeight), lines, axes: unitAxes(lines, range) }];
  return toLanes(lines).map((own, index) => ({
    top: index * (laneTitleHeight + laneHeight) + laneTitleHeight,
    height: laneHeight,
    lines: own,
    axes: unitAxes(own, range, mostLaneTicks),
  }));
}

function toLanes(lines: readonly ChartLine[]): ChartLine[][] {
  const lanes: ChartLine[][] = [];
  for (const line of lines) {
    const shared = lanes.find(([first]) => first!.id === line.compared?.of && first!.unit === line.unit);
    if (shared === undefined) lanes.push([line]);
    else shared.push(line);
  }
  return lanes;
}

/** Position and height of all plots together, from the top of the first to the bottom of the last. */
export function wholePlot(areas: readonly PlotArea[]): { top: number; height: number } {
  const [first, last] = [areas[0]!, areas.at(-1)!];
  return { top: first.top, height: last.top + last.height - first.top };
}

/** Height of a chart in pixels, with its time axis. */
export function chartHeight(areas: readonly PlotArea[]): number {
  const whole = wholePlot(areas);
  return whole.top + whole.height + bottom;
}
