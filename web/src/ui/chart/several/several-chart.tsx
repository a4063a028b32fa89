import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { type KeyboardEvent, type ReactNode, Suspense, useContext, useId, useMemo, useState } from 'react';
import { useTimeZone } from '../../format/time-zone.ts';
import { lazyComponent } from '../../page/lazy-component.tsx';
import { AnnotationContext } from '../annotations/annotation-context.ts';
import { AnnotationLayer } from '../annotations/annotation-layer.tsx';
import { CursorLine } from '../cursor-line.tsx';
import { chartKey, chartKeyHelp } from '../keys.ts';
import { type PlotFrame, plotWidth } from '../plot.ts';
import type { Range, RangeAction } from '../range.ts';
import { moveCursor } from '../readout.ts';
import { timeTicks } from '../time-ticks.ts';
import { useChartGestures } from '../use-chart-gestures.ts';
import { useChartInk } from '../use-chart-ink.ts';
import { LaneTitles, UnitTitles } from './area-titles.tsx';
import { chartHeight, type Layout, plotAreas, wholePlot } from './areas.ts';
import type { ChartLine } from './axes.ts';
import { severalOption } from './several-option.ts';

const DrawnChart = lazyComponent(async () => (await import('../drawn-chart.tsx')).DrawnChart);

/**
 * Several signals over time: in one plot with an axis per unit, or each in its own lane. Wheel, drag, touch and keys
 * work as on a chart of one signal.
 */
export function SeveralChart({
  layout,
  lines,
  range,
  frame,
  cursor,
  busy,
  onCursor,
  onRange,
}: {
  layout: Layout;
  lines: readonly ChartLine[];
  range: Range;
  frame: PlotFrame;
  cursor: number | null;
  /** Stale data stays visible until new data arrives. */
  busy: boolean;
  onCursor(time: number | null): void;
  onRange(action: RangeAction): void;
}): ReactNode {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const annotating = useContext(AnnotationContext);
  const { selection, handlers } = useChartGestures(
    element,
    { range, frame, wheelNeedsFocus: false },
    onRange,
    onCursor,
    annotating?.isMarking ? (marked) => annotating.onMark(marked, null) : undefined,
  );
  const timeZone = useTimeZone();
  const ink = useChartInk();
  const help = useId();
  const areas = useMemo(() => plotAreas(layout, lines, range), [layout, lines, range]);
  const height = chartHeight(areas);
  const whole = wholePlot(areas);
  const option = useMemo(() => {
    const ticks = timeTicks(range, timeZone, Math.min(mostTicks, plotWidth(frame) / tickSpace));
    return severalOption({ range, areas, ticks, ink, frame });
  }, [range, areas, ink, timeZone, frame]);
  const tagIds = lines.filter(({ compared }) => compared === undefined).map(({ id }) => id);
  const longest = lines.toSorted((a, b) => b.series.times.length - a.series.times.length)[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const key = chartKey(event);
    if (key === null || longest === undefined || (key.type === 'clear' && cursor === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key.type === 'range') return onRange(key.action);
    onCursor(key.type === 'clear' ? null : moveCursor(longest.series, range, cursor, key.move));
  };

  return (
    <>
      {layout === 'one' ? <UnitTitles axes={areas[0]!.axes} width={frame.width} /> : null}
      <Box
        ref={setElement}
        role="application"
        aria-roledescription="chart"
        aria-label={`Chart of ${lines.map(({ name }) => name).join(', ')}`}
        aria-describedby={help}
        aria-busy={busy}
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
          opacity: busy ? 0.75 : 1,
          transition: 'opacity 150ms',
        }}
      >
        <Suspense fallback={<Skeleton variant="rectangular" width={frame.width} height={height} />}>
          <DrawnChart option={option} width={frame.width} height={height} />
        </Suspense>
        {layout === 'lanes' ? <LaneTitles areas={areas} frame={frame} /> : null}
        <AnnotationLayer tagIds={tagIds} range={range} frame={frame} {...whole} />
        <CursorLine cursor={cursor} range={range} frame={frame} {...whole} />
        {selection ? (
          <Box
            style={{ left: selection.left, width: selection.right - selection.left, ...whole }}
            sx={{
              position: 'absolute',
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
    </>
  );
}

/** Width of a tick label in pixels, including spacing. */
const tickSpace = 84;
const mostTicks = 12;
