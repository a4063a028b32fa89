import Box from '@mui/material/Box';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Simulation, SimulationItem } from '@twinward/contracts/protections/simulation';
import type { SimulationSpan, SimulationTally } from '@twinward/contracts/protections/simulation-result';
import { findKnownEvents } from '@twinward/domain/score/known-events';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { SimulatedAnswers } from '../../../shared/patterns/protection-answers.tsx';
import { CursorLine } from '../../../ui/chart/cursor-line.tsx';
import { chartKey, chartKeyHelp } from '../../../ui/chart/keys.ts';
import { Lane } from '../../../ui/chart/lane.tsx';
import { type PlotFrame, plotWidth } from '../../../ui/chart/plot.ts';
import type { Range, RangeAction } from '../../../ui/chart/range.ts';
import { useChartGestures } from '../../../ui/chart/use-chart-gestures.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { useKnownHistory } from '../api/score.ts';
import { useSpans, useTallies } from '../api/simulations.ts';
import { eventLane } from '../event-lane.ts';
import { tallyText } from '../tally-text.ts';
import { ThresholdTrack } from '../threshold-track.tsx';

/** Items of thresholds, in order. */
export const thresholdItems = (items: readonly SimulationItem[]): SimulationItem[] =>
  items.filter(({ type }) => type === 'threshold' || type === 'excursion');

/**
 * The excursions of a simulation below its signals, one track per threshold. Two logics are drawn one below the other.
 * Wheel, drag, touch and keys work as on charts.
 */
export function Gantt({
  simulation,
  protection,
  range,
  frame,
  cursor,
  onCursor,
  onRange,
  onAsk,
}: {
  simulation: Simulation;
  protection: Pick<Protection, 'twinId' | 'failureModeIds' | 'indicatorPattern'>;
  range: Range;
  frame: PlotFrame;
  cursor: number | null;
  onCursor(time: number | null): void;
  onRange(action: RangeAction): void;
  /** Requests an explanation of the model's answer at a time. */
  onAsk(time: number): void;
}): ReactNode {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { selection, handlers } = useChartGestures(
    element,
    { range, frame, wheelNeedsFocus: true },
    onRange,
    onCursor,
  );
  const help = useId();
  const { twinId, failureModeIds, indicatorPattern } = protection;
  const known = useKnownHistory(twinId).data;
  const events = useMemo(
    () => (known === undefined ? [] : findKnownEvents(known, failureModeIds).events),
    [known, failureModeIds],
  );
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
  const ofSaved = useTracks(simulation, saved, '0', range, frame);
  const ofOther = useTracks(simulation, other, '1', range, frame);
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
      <span id={help} className="visually-hidden">
        {chartKeyHelp}
      </span>
      {events.length === 0 ? null : (
        <Lane
          caption={<span>Known events</span>}
          label={`Known events: ${formatCount(events.length)}`}
          groups={eventLane(events)}
          range={range}
          frame={frame}
        />
      )}
      {indicatorPattern?.modelVersion == null ? null : (
        <SimulatedAnswers
          simulation={simulation}
          patterns={indicatorPattern.patterns}
          range={range}
          frame={frame}
          onAsk={onAsk}
        />
      )}
      {pairs.map(({ name, first, second }) => (
        <Box key={`${name} ${first} ${second}`}>
          {first === null ? null : (
            <ThresholdTrack
              {...ofSaved(first)}
              label={comparison === null ? name : `${name}, as saved`}
              note={comparison === null ? '' : 'as saved'}
              range={range}
              frame={frame}
            />
          )}
          {second === null ? null : (
            <ThresholdTrack
              {...ofOther(second)}
              label={`${name}, other logic`}
              note="other logic"
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

/** Moves the cursor by pixels. A hidden cursor, or one outside, is moved into the range. */
function steppedCursor(cursor: number | null, pixels: number, range: Range, frame: PlotFrame): number {
  const from =
    cursor === null || cursor < range.from || cursor > range.to ? (range.from + range.to) / 2 : cursor;
  const step = (range.to - range.from) / Math.max(1, plotWidth(frame));
  return Math.min(range.to, Math.max(range.from, from + pixels * step));
}

const none: SimulationSpan[] = [];
const noFrame: PlotFrame = { width: 0, left: 0, right: 0, hasLabels: false };

/** The content of each threshold's track, by threshold index. */
function useTracks(
  simulation: Simulation,
  items: readonly SimulationItem[],
  variant: '0' | '1',
  range: Range,
  frame: PlotFrame,
): (index: number) => { name: string; level: number | null; summary: string; spans: SimulationSpan[] } {
  const isWanted = items.length > 0;
  const { data } = useSpans(simulation, variant, range, isWanted ? frame : noFrame);
  const tallies = useTallies(simulation, variant, range, isWanted).data;
  const spans = useMemo(() => {
    const tracks = new Map<number, SimulationSpan[]>();
    for (const span of data ?? []) {
      const track = tracks.get(span.threshold);
      if (track) track.push(span);
      else tracks.set(span.threshold, [span]);
    }
    return tracks;
  }, [data]);
  return (index) => {
    const item = items[index]!;
    return {
      name: item.name,
      level: item.level,
      spans: spans.get(index) ?? none,
      summary:
        tallies === undefined
          ? ''
          : describeItem(
              item,
              tallies.find(({ threshold }) => threshold === index),
            ),
    };
  };
}

/** Describes an item. Excursions that are not stored are only counted over the whole simulation. */
function describeItem(item: SimulationItem, inRange: SimulationTally | undefined): string {
  if (item.count > item.excursionCount) return `${tallyText({ ...item, isKept: false })}, in total`;
  return tallyText({ count: 0, duration: 0, isOpen: false, ...inRange, isKept: true });
}
