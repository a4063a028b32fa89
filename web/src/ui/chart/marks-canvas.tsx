import {
  BarChart,
  type BarSeriesOption,
  HeatmapChart,
  type HeatmapSeriesOption,
  LineChart,
  type LineSeriesOption,
  PieChart,
  type PieSeriesOption,
  ScatterChart,
  type ScatterSeriesOption,
  TreemapChart,
  type TreemapSeriesOption,
} from 'echarts/charts';
import {
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
  VisualMapComponent,
  type VisualMapComponentOption,
} from 'echarts/components';
import { type ComposeOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { memo, type ReactNode, useEffect, useRef } from 'react';

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  HeatmapChart,
  TreemapChart,
  GridComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
]);

export type MarksOption = ComposeOption<
  | GridComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | ScatterSeriesOption
  | HeatmapSeriesOption
  | TreemapSeriesOption
>;

/** The canvas of a chart with clickable marks. Loaded lazily. */
export const MarksCanvas = memo(function MarksCanvas({
  option,
  width,
  height,
  onDrawn,
  onClick,
}: {
  option: MarksOption;
  width: number;
  height: number;
  /** Receives a function that returns the picture as a data URL. */
  onDrawn: (picture: (background: string) => string) => void;
  /** @param data of the clicked mark, as it is in the option */
  onClick: (seriesType: string, data: unknown) => void;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const click = useRef(onClick);
  click.current = onClick;

  useEffect(() => {
    const made = init(element.current, null, { renderer: 'canvas', width: 1, height: 1 });
    chart.current = made;
    made.on('click', ({ seriesType, data }) => click.current(seriesType ?? '', data));
    onDrawn((backgroundColor) => made.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }));
    return () => made.dispose();
  }, [onDrawn]);
  useEffect(() => chart.current?.resize({ width, height }), [width, height]);
  useEffect(() => chart.current?.setOption({ animation: false, ...option }, { notMerge: true }), [option]);

  return <div ref={element} aria-hidden style={{ width, height }} />;
});
