import {
  BarChart,
  type BarSeriesOption,
  LineChart,
  type LineSeriesOption,
  ScatterChart,
  type ScatterSeriesOption,
} from 'echarts/charts';
import { GridComponent, type GridComponentOption } from 'echarts/components';
import { type ComposeOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { memo, type ReactNode, useEffect, useRef } from 'react';

use([BarChart, LineChart, ScatterChart, GridComponent, CanvasRenderer]);

export type FigureOption = ComposeOption<
  GridComponentOption | BarSeriesOption | LineSeriesOption | ScatterSeriesOption
>;

/** The canvas of a figure. Loaded lazily, since ECharts is larger than the rest of a page. */
export const FigureCanvas = memo(function FigureCanvas({
  option,
  width,
  height,
  onDrawn,
}: {
  option: FigureOption;
  width: number;
  height: number;
  /** Receives a function that returns the picture as a data URL. */
  onDrawn: (picture: (background: string) => string) => void;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);

  useEffect(() => {
    const made = init(element.current, null, { renderer: 'canvas', width: 1, height: 1 });
    chart.current = made;
    onDrawn((backgroundColor) => made.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor }));
    return () => made.dispose();
  }, [onDrawn]);
  useEffect(() => chart.current?.resize({ width, height }), [width, height]);
  useEffect(() => chart.current?.setOption({ animation: false, ...option }, { notMerge: true }), [option]);

  return <div ref={element} aria-hidden style={{ width, height }} />;
});
