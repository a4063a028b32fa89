import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { Protection } from '@twinward/contracts/protections/protection';
import { type ReactNode, useMemo, useState } from 'react';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { RangeBar } from '../../../ui/chart/range-bar.tsx';
import { BrushArea } from '../../../ui/chart/ranges/brush-area.tsx';
import { roundRange } from '../../../ui/chart/ranges/edit-range.ts';
import { type DrawnRange, RangeBands } from '../../../ui/chart/ranges/range-bands.tsx';
import type { ChartRange } from '../../../ui/chart/use-chart-range.ts';
import { useChartView, ViewSwitch } from '../../../ui/chart/view-switch.tsx';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { type DragMode, dragModes } from '../drag-modes.ts';
import { type DraftRange, rangeText, withoutRange } from './draft.ts';
import { PatternList } from './pattern-list.tsx';
import { Rails } from './rails.tsx';
import { type SignalInput, Signals } from './signals.tsx';
import type { PatternEdit } from './use-pattern-edit.tsx';

/**
 * The signals of all inputs with the ranges drawn over them. A drag assigns a range to the chosen pattern. Bands can be
 * moved and resized.
 */
export function Marking({
  protection,
  inputs,
  pattern: { edit, refusal, place },
  chartRange,
  frame,
  chosen,
  selected,
  readOnly,
  onChoose,
  onSelect,
}: {
  protection: Pick<Protection, 'twinId' | 'failureModeIds'>;
  inputs: readonly SignalInput[];
  pattern: PatternEdit;
  chartRange: ChartRange;
  frame: PlotFrame;
  /** Id of the pattern for ranges marked by a drag. */
  chosen: number;
  /** Key of the selected range. */
  selected: string | null;
  readOnly: boolean;
  onChoose(pattern: PatternOfSet): void;
  onSelect(key: string | null): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const [view, setView] = useChartView();
  const [mode, setMode] = useState<DragMode>(readOnly ? 'zoom' : 'mark');
  const [cursor, setCursor] = useState<number | null>(null);
  const { draft } = edit;
  const { patterns, ranges } = draft;
  const { range, dispatch } = chartRange;
  const drawn = useMemo(() => toDrawn(ranges, patterns, timeZone), [ranges, patterns, timeZone]);
  const isMarking = mode === 'mark' && !readOnly && view === 'chart';
  const brush = (marked: Range): void => {
    const key = place({ ...roundRange(marked, range), patternId: chosen });
    if (key !== null) onSelect(key);
  };
  const change = (key: string, moved: Range): void => {
    const { patternId } = ranges.find((one) => one.key === key)!;
    place({ ...moved, patternId }, key);
  };
  return (
    <Box>
      <RangeBar {...chartRange}>
        <Stack direction="row" sx={{ ml: { sm: 'auto' }, columnGap: 3, rowGap: 1, flexWrap: 'wrap' }}>
          {readOnly || view === 'table' ? null : (
            <SegmentedControl label="Drag mode" value={mode} segments={dragModes} onChange={setMode} />
          )}
          <ViewSwitch view={view} onView={setView} />
        </Stack>
      </RangeBar>
      <Box sx={{ pt: 2 }}>
        <PatternList
          draft={draft}
          chosen={chosen}
          readOnly={readOnly}
          onChoose={onChoose}
          onChange={edit.change}
        />
      </Box>
      {refusal === null ? null : <AlertBar severity="warning" message={refusal} />}
      <BrushArea
        label="Ranges over the signals"
        range={range}
        frame={frame}
        onRange={dispatch}
        onCursor={setCursor}
        onBrush={isMarking ? brush : null}
        overlay={
          view === 'table' || frame.width === 0 ? null : (
            <RangeBands
              ranges={drawn}
              range={range}
              frame={frame}
              selected={selected}
              readOnly={!isMarking}
              onSelect={onSelect}
              onChange={change}
              onRemove={(key) => {
                edit.change({ ranges: withoutRange(ranges, key) });
                onSelect(null);
              }}
            />
          )
        }
      >
        {frame.width === 0 ? null : (
          <>
            {view === 'table' ? null : (
              <Rails
                twinId={protection.twinId}
                failureModeIds={protection.failureModeIds}
                range={range}
                frame={frame}
                cursor={cursor}
              />
            )}
            <Signals
              twinId={protection.twinId}
              inputs={inputs}
              chartRange={chartRange}
              view={view}
              frame={frame}
              cursor={cursor}
              onCursor={setCursor}
            />
          </>
        )}
      </BrushArea>
    </Box>
  );
}

function toDrawn(
  ranges: readonly DraftRange[],
  patterns: readonly PatternOfSet[],
  timeZone: string,
): DrawnRange[] {
  const byId = new Map(patterns.map((one) => [one.id, one]));
  return ranges.flatMap((range) => {
    const pattern = byId.get(range.patternId);
    if (pattern === undefined) return [];
    return [
      {
        key: range.key,
        from: range.from,
        to: range.to,
        color: pattern.color,
        name: pattern.name,
        label: `Range of ${rangeText(range, patterns, timeZone)}`,
      },
    ];
  });
}
