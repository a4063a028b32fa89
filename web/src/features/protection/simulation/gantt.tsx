import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Simulation, SimulationItem, SimulationSpan } from '@twinward/contracts/simulation';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { formatCount, formatSpan } from '../../../ui/format.ts';
import { LevelBars } from '../../../ui/level-chip.tsx';
import { levelColor } from '../../../ui/scales.ts';
import { useSpans } from '../api/simulations.ts';
import { drawSpans, trackHeight } from './draw-spans.ts';

/** Items of thresholds, in the order of their logic. */
export const thresholdItems = (items: readonly SimulationItem[]): SimulationItem[] =>
  items.filter(({ type }) => type === 'threshold' || type === 'excursion');

/** The excursions of a simulation under its signals, a track for each threshold; of two logics one beneath the other. */
export function Gantt({
  simulation,
  range,
  frame,
}: {
  simulation: Simulation;
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const { tracking, comparison } = simulation;
  const saved = thresholdItems(tracking!.results);
  const other = comparison === null ? [] : thresholdItems(comparison.results);
  const pairs =
    comparison?.thresholds ?? saved.map(({ name }, index) => ({ name, first: index, second: null }));
  const ofSaved = useTracks(simulation, '0', range, frame, true);
  const ofOther = useTracks(simulation, '1', range, frame, comparison !== null);
  return (
    <Box sx={{ pb: 1 }}>
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
    </Box>
  );
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

function Track({
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
  useEffect(() => {
    const ink = canvas.current?.getContext('2d');
    if (!ink || frame.width === 0) return;
    const scale = window.devicePixelRatio || 1;
    ink.setTransform(scale, 0, 0, scale, 0, 0);
    drawSpans(ink, spans, {
      range,
      frame,
      color: levelColor(item.level),
      track: palette.action.selected,
    });
  });
  const scale = window.devicePixelRatio || 1;
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
}
