import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { Limit } from '@twinward/domain/limits';
import { type KeyboardEvent, type ReactNode, Suspense, useContext, useId, useMemo, useState } from 'react';
import { levelColor } from '../format/scales.ts';
import { useTimeZone } from '../format/time-zone.ts';
import { lazyComponent } from '../page/lazy-component.tsx';
import { AnnotationContext } from './annotations/annotation-context.ts';
import { AnnotationLayer } from './annotations/annotation-layer.tsx';
import { type Band, chartOption } from './chart-option.ts';
import { CursorLine } from './cursor-line.tsx';
import { chartKey, chartKeyHelp } from './keys.ts';
import { LimitLabels } from './limit-labels.tsx';
import { type PlotFrame, plotHeight, plotWidth, top, toX, toY } from './plot.ts';
import type { Range, RangeAction } from './range.ts';
import { moveCursor, sampleAt } from './readout.ts';
import { type ChartSeries, valuesIn } from './series.ts';
import { timeTicks } from './time-ticks.ts';
import { useChartGestures } from './use-chart-gestures.ts';
import { useChartInk } from './use-chart-ink.ts';
import { valueAxis } from './value-axis.ts';

const DrawnChart = lazyComponent(async () => (await import('./drawn-chart.tsx')).DrawnChart);

interface TimeChartProps {
  /** Accessible name: the tag's name and unit. */
  label: string;
  /** The tag whose annotations are shown, in addition to those of the twin. */
  tagId?: number | undefined;
  series: ChartSeries;
  range: Range;
  limits: readonly Limit[];
  bands: readonly Band[];
  /** Ranges that were not recorded. */
  gaps?: readonly Range[] | undefined;
  /** Expected values of the signal, in its unit. */
  expected?: ChartSeries | undefined;
  frame: PlotFrame;
  height: number;
  /** The cursor's time, shared by the charts of a page. */
  cursor: number | null;
  /** Stale data stays visible until new data arrives. */
  busy?: boolean;
  wheelNeedsFocus?: boolean;
  onCursor(time: number | null): void;
  onRange(action: RangeAction): void;
}

/** A signal over time with its limits and excursions. Wheel, drag, touch and keys change the range. */
export function TimeChart(props: TimeChartProps): ReactNode {
  const { series, range, limits, bands, gaps, expected, frame, height, cursor, onCursor, onRange } = props;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { tagId } = props;
  const annotating = useContext(AnnotationContext);
  const { selection, handlers } = useChartGestures(
    element,
    { range, frame, wheelNeedsFocus: props.wheelNeedsFocus ?? false },
    onRange,
    onCursor,
    annotating?.isMarking ? (marked) => annotating.onMark(marked, tagId ?? null) : undefined,
  );
  const timeZone = useTimeZone();
  const ink = useChartInk();
  const help = useId();
  const axis = useMemo(() => {
    const edges = expected && valuesIn(expected, range);
    const values = [...limits.map(({ value }) => value), ...(edges ? [edges.low, edges.high] : [])];
    return valueAxis(valuesIn(series, range), values, height < smallChart ? 4 : 6);
  }, [series, range, limits, expected, height]);
  const option = useMemo(
    () =>
      chartOption({
        range,
        series,
        axis,
        bands,
        gaps,
        expected,
        ink,
        frame,
        ticks: timeTicks(range, timeZone, Math.min(mostTicks, plotWidth(frame) / tickSpace)),
        limits: limits.map(({ value, level }) => ({ value, color: levelColor(level) })),
      }),
    [range, series, axis, bands, gaps, expected, ink, timeZone, frame, limits],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const key = chartKey(event);
    if (key === null || (key.type === 'clear' && cursor === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key.type === 'range') return onRange(key.action);
    const next = key.type === 'clear' ? null : moveCursor(series, range, cursor, key.move);
    onCursor(next);
    if (next !== null && (next < range.from || next > range.to)) {
      onRange({ type: 'pan', fraction: next < range.from ? -0.5 : 0.5 });
    }
  };

  const sample = sampleAt(series, cursor);
  const sampleTime = sample === null ? null : sample.time + series.width / 2;
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
        width: frame.width,
        height,
        touchAction: 'pan-y',
        userSelect: 'none',
        cursor: 'crosshair',
        opacity: props.busy ? 0.75 : 1,
        transition: 'opacity 150ms',
      }}
    >
      <Suspense fallback={<Skeleton variant="rectangular" width={frame.width} height={height} />}>
        <DrawnChart option={option} width={frame.width} height={height} />
      </Suspense>
      <AnnotationLayer
        tagIds={tagId === undefined ? none : [tagId]}
        range={range}
        frame={frame}
        top={top}
        height={plotHeight(height)}
      />
      {frame.hasLabels ? <LimitLabels limits={limits} axis={axis} frame={frame} height={height} /> : null}
      <CursorLine cursor={cursor} range={range} frame={frame} top={top} height={plotHeight(height)} />
      {sample !== null && sampleTime !== null && sample.mean !== null && isInside(sampleTime, range) ? (
        <Box
          style={{ left: toX(sampleTime, range, frame), top: toY(sample.mean, axis, height) }}
          sx={{
            position: 'absolute',
            width: 8,
            height: 8,
            m: '-4px',
            borderRadius: '50%',
            border: 2,
            borderColor: 'background.default',
            bgcolor: 'text.primary',
            pointerEvents: 'none',
          }}
        />
      ) : null}
      {selection ? (
        <Box
          style={{ left: selection.left, width: selection.right - selection.left }}
          sx={{
            position: 'absolute',
            top,
            height: plotHeight(height),
            bgcolor: 'primary.main',
            opacity: 0.15,
            pointerEvents: 'none',
          }}
        />
      ) : null}
      <span id={help} className="visually-hidden">
        {chartKeyHelp}
      </span>
    </Box>
  );
}

/** Below this height in pixels, the axis has fewer ticks. */
const smallChart = 220;
/** Width of a tick label in pixels, including spacing. */
const tickSpace = 84;
const mostTicks = 12;
const none = [] as const;

const isInside = (time: number, range: Range): boolean => time >= range.from && time <= range.to;
