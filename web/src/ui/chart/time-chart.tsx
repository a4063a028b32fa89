import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { levelColor } from '../scales.ts';
import { useTimeZone } from '../time-zone.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { type Band, chartOption } from './chart-option.ts';
import { CursorLine } from './cursor-line.tsx';
import { chartKey, chartKeyHelp } from './keys.ts';
import { LimitLabels } from './limit-labels.tsx';
import type { Limit } from './limits.ts';
import { inset, plotHeight, plotWidth } from './plot.ts';
import type { Range, RangeAction } from './range.ts';
import { moveCursor } from './readout.ts';
import { type ChartSeries, valuesIn } from './series.ts';
import { timeTicks } from './time-ticks.ts';
import { useChartGestures } from './use-chart-gestures.ts';
import { useChartInk } from './use-chart-ink.ts';
import { valueAxis } from './value-axis.ts';

const DrawnChart = lazy(() => import('./drawn-chart.tsx').then((module) => ({ default: module.DrawnChart })));

interface TimeChartProps {
  /** What is drawn, read aloud: the tag's name and unit. */
  label: string;
  series: ChartSeries;
  range: Range;
  limits: readonly Limit[];
  bands: readonly Band[];
  width: number;
  height: number;
  /** The time that the cursor reads, shared by the charts of a page. */
  cursor: number | null;
  /** Older data is shown until the newer arrives. */
  busy?: boolean;
  wheelNeedsFocus?: boolean;
  onCursor(time: number | null): void;
  onRange(action: RangeAction): void;
}

/** A signal over time with its limits and excursions; moved by wheel, drag, fingers and keys. */
export function TimeChart(props: TimeChartProps): ReactNode {
  const { series, range, limits, bands, width, height, cursor, onCursor, onRange } = props;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { selection, handlers } = useChartGestures(
    element,
    { range, width, wheelNeedsFocus: props.wheelNeedsFocus ?? false },
    onRange,
    onCursor,
  );
  const timeZone = useTimeZone();
  const ink = useChartInk();
  const help = useId();
  const axis = useMemo(
    () =>
      valueAxis(
        valuesIn(series, range),
        limits.map(({ value }) => value),
        height < 220 ? 4 : 6,
      ),
    [series, range, limits, height],
  );
  const option = useMemo(
    () =>
      chartOption({
        range,
        series,
        axis,
        bands,
        ink,
        ticks: timeTicks(range, timeZone, Math.max(2, plotWidth(width) / 100)),
        limits: limits.map(({ value, level }) => ({ value, color: levelColor(level) })),
        pixels: plotWidth(width),
      }),
    [range, series, axis, bands, ink, timeZone, width, limits],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const key = chartKey(event);
    if (key === null || (key.type === 'clear' && cursor === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key.type === 'range') return onRange(key.action);
    onCursor(key.type === 'clear' ? null : moveCursor(series, range, cursor, key.move));
  };

  return (
    <Box
      ref={setElement}
      role="application"
      aria-roledescription="chart"
      aria-label={props.label}
      aria-describedby={help}
      aria-busy={props.busy ?? false}
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...handlers}
      sx={{
        position: 'relative',
        width,
        height,
        touchAction: 'pan-y',
        userSelect: 'none',
        cursor: 'crosshair',
        opacity: props.busy ? 0.75 : 1,
        transition: 'opacity 150ms',
      }}
    >
      <Suspense fallback={<Skeleton variant="rectangular" width={width} height={height} />}>
        <DrawnChart option={option} width={width} height={height} />
      </Suspense>
      <LimitLabels limits={limits} axis={axis} height={height} />
      <CursorLine cursor={cursor} range={range} width={width} top={inset.top} height={plotHeight(height)} />
      {selection ? (
        <Box
          sx={{
            position: 'absolute',
            left: Math.max(inset.left, selection.left),
            width: Math.min(width - inset.right, selection.right) - Math.max(inset.left, selection.left),
            top: inset.top,
            height: plotHeight(height),
            bgcolor: 'primary.main',
            opacity: 0.15,
            pointerEvents: 'none',
          }}
        />
      ) : null}
      <Box component="span" id={help} sx={visuallyHidden}>
        {chartKeyHelp}
      </Box>
    </Box>
  );
}
