import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Simulation, SimulationItem, SimulationSpan } from '@twinward/contracts/protections/simulation';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { CursorLine } from '../../../ui/chart/cursor-line.tsx';
import { chartKey, chartKeyHelp } from '../../../ui/chart/keys.ts';
import { Lane } from '../../../ui/chart/lane.tsx';
import { type PlotFrame, plotWidth } from '../../../ui/chart/plot.ts';
import type { Range, RangeAction } from '../../../ui/chart/range.ts';
import { useChartGestures } from '../../../ui/chart/use-chart-gestures.ts';
import { formatCount, formatSpan } from '../../../ui/format/format.ts';
import { LevelBars } from '../../../ui/format/level-chip.tsx';
import { levelColor } from '../../../ui/format/scales.ts';
import { visuallyHidden } from '../../../ui/page/visually-hidden.ts';
import { useKnownHistory } from '../api/score.ts';
import { useSpans } from '../api/simulations.ts';
import { eventLane } from '../event-lane.ts';
import { drawSpans, trackHeight } from './draw-spans.ts';

/** Items of thresholds, in the order of their logic. */
export const thresholdItems = (items: readonly SimulationItem[]): SimulationItem[] =>
  items.filter(({ type }) => type === 'threshold' || type === 'excursion');

/**
 * The excursions of a simulation under its signals, a track for each threshold; of two logics one beneath the other.
 * It is moved as the signals are: by wheel, drag, fingers and keys.
 */
export function Gantt({
  simulation,
  range,
  frame,
  cursor,
  onCursor,
  onRange,
}: {
  simulation: Simulation;
  range: Range;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
  onRange(action: RangeAction): void;
}): ReactNode {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { selection, handlers } = useChartGestures(
    element,
    { range, frame, wheelNeedsFocus: true },
    onRange,
    onCursor,
  );
  const help = useId();
  const known = useKnownHistory(simulation.indicatorId).data;
  const events = useMemo(() => (known === undefined ? [] : eventLane(known.events)), [known]);
  const byKey = (event: KeyboardEvent): void => {
    const key = chartKey(event);
    if (key === null || (key.type === 'clear' && cursor === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key.type === 'range') onRange(key.action);
    else if (key.type === 'clear') onCursor(null);
    else onCursor(steppedCursor(cursor, key.move, range, frame));
  };
  const { tracking, comparison } = simulation;
  const saved = thresholdItems(tracking!.results);
  const other = comparison === null ? [] : thresholdItems(comparison.results);
  const pairs =
    comparison?.thresholds ?? saved.map(({ name }, index) => ({ name, first: index, second: null }));
  const ofSaved = useTracks(simulation, '0', range, frame, true);
  const ofOther = useTracks(simulation, '1', range, frame, comparison !== null);
  return (
    <Box
      ref={setElement}
      role="application"
      aria-roledescription="chart"
      aria-label="Excursions over time"
      aria-describedby={help}
      tabIndex={0}
      onKeyDown={byKey}
      {...handlers}
      sx={{ position: 'relative', width: frame.width, pb: 1, touchAction: 'pan-y', userSelect: 'none' }}
    >
      <span id={help} style={visuallyHidden}>
        {chartKeyHelp}
      </span>
      {events.length === 0 ? null : (
        <Lane
          caption={<span>Known events</span>}
          label={`Known events: ${formatCount(known!.events.length)}`}
          groups={events}
          range={range}
          frame={frame}
        />
      )}
      {pairs.map(({ name, first, second }) => (
        <Box key={`${name} ${first} ${second}`}>
          {first === null ? null : (
            <Track
              item={saved[first]!}
              note={comparison === null ? '' : 'as saved'}
              spans={ofSaved.get(first) ?? none}
              range={range}
              frame={frame}
            />
          )}
          {second === null ? null : (
            <Track
              item={other[second]!}
              note="other logic"
              spans={ofOther.get(second) ?? none}
              range={range}
              frame={frame}
            />
          )}
        </Box>
      ))}
      <CursorLine cursor={cursor} range={range} frame={frame} />
      {selection === null ? null : (
        <Box
          style={{ left: selection.left, width: selection.right - selection.left }}
          sx={{
            position: 'absolute',
            top: 0,
            bottom: 0,
            bgcolor: 'primary.main',
            opacity: 0.15,
            pointerEvents: 'none',
          }}
        />
      )}
    </Box>
  );
}

/** Where the cursor goes by some pixels, into the range where it was outside or nowhere. */
function steppedCursor(cursor: number | null, pixels: number, range: Range, frame: PlotFrame): number {
  const from =
    cursor === null || cursor < range.from || cursor > range.to ? (range.from + range.to) / 2 : cursor;
  const step = (range.to - range.from) / Math.max(1, plotWidth(frame));
  return Math.min(range.to, Math.max(range.from, from + pixels * step));
}

const none: SimulationSpan[] = [];

function useTracks(
  simulation: Simulation,
  variant: '0' | '1',
  range: Range,
  frame: PlotFrame,
  wanted: boolean,
): ReadonlyMap<number, SimulationSpan[]> {
  const { data } = useSpans(simulation, variant, range, wanted ? frame : noFrame);
  return useMemo(() => {
    const tracks = new Map<number, SimulationSpan[]>();
    for (const span of data ?? []) {
      const track = tracks.get(span.threshold);
      if (track) track.push(span);
      else tracks.set(span.threshold, [span]);
    }
    return tracks;
  }, [data]);
}

const noFrame: PlotFrame = { width: 0, left: 0, right: 0, hasLabels: false };

/** Drawn anew only as what it shows changes, not with every move of the cursor. */
const Track = memo(function Track({
  item,
  note,
  spans,
  range,
  frame,
}: {
  item: SimulationItem;
  note: string;
  spans: readonly SimulationSpan[];
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const { palette } = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const summary = `${item.excursionCount === 1 ? '1 excursion' : `${formatCount(item.excursionCount)} excursions`}, ${formatSpan(item.duration)}${item.isOpen ? ', open' : ''}`;
  const scale = window.devicePixelRatio || 1;
  useEffect(() => {
    const ink = canvas.current?.getContext('2d');
    if (!ink || frame.width === 0) return;
    ink.setTransform(scale, 0, 0, scale, 0, 0);
    drawSpans(ink, spans, { range, frame, color: levelColor(item.level), track: palette.action.selected });
  }, [spans, range, frame, item.level, palette, scale]);
  return (
    <Box sx={{ width: frame.width, pt: 1.5 }}>
      <Box
        sx={{
          pr: `${frame.right}px`,
          pb: 0.5,
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          fontSize: '0.8125rem',
          lineHeight: '18px',
        }}
      >
        <LevelBars level={item.level} />
        <span>{item.name}</span>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {note}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', textAlign: 'right' }}>
          {summary}
        </Box>
      </Box>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${item.name}${note === '' ? '' : `, ${note}`}: ${summary}`}
        width={Math.round(frame.width * scale)}
        height={Math.round(trackHeight * scale)}
        style={{ display: 'block', width: frame.width, height: trackHeight }}
      />
    </Box>
  );
});
