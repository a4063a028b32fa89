import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import type { ChartOption } from './chart-option.ts';

use([LineChart, CustomChart, ScatterChart, GridComponent, MarkLineComponent, CanvasRenderer]);

/** The canvas of a chart. Loaded lazily, since ECharts is larger than the rest of a page. */
export const DrawnChart = memo(function DrawnChart({
  option,
  width,
  height,
}: {
  option: ChartOption;
  width: number;
  height: number;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);

  useEffect(() => {
    const made = init(element.current, null, { renderer: 'canvas', width: 1, height: 1 });
    chart.current = made;
    return () => made.dispose();
  }, []);
  useEffect(() => chart.current?.resize({ width, height }), [width, height]);
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option]);

  return <div ref={element} aria-hidden style={{ width, height }} />;
});
