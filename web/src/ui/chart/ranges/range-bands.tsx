import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { laneBlocks } from '../blocks.ts';
import { type PlotFrame, plotWidth, toX } from '../plot.ts';
import type { Range } from '../range.ts';
import { dragRange, type Grip, keyedRange } from './edit-range.ts';

/** A range drawn over the signals, in the colour of the item that it is assigned to. */
export interface DrawnRange extends Range {
  key: string;
  color: string;
  /** Name of the item that the range is assigned to; drawn on the band if it fits. */
  name: string;
  /** Accessible name: the item and the times. */
  label: string;
}

/** Maximum number of visible ranges that can be edited; beyond it, ranges are only drawn. */
const mostEditable = 200;
/** Minimum width in pixels of a range with a label. */
const labelled = 64;
const gripWidth = 8;
/** Minimum width in pixels of a focusable range: the minimum target size of WCAG 2.5.8. */
const leastTarget = 24;

/**
 * Ranges as coloured bands over stacked charts. Dragging a band moves it, and dragging an end resizes it. Arrow keys do
 * the same for a focused band, and Delete removes it. Thin bands are not focusable: the page must offer keyboard users
 * another way to edit them.
 */
export function RangeBands({
  ranges,
  range: visible,
  frame,
  selected,
  readOnly,
  onSelect,
  onChange,
  onRemove,
}: {
  /** In order of time. */
  ranges: readonly DrawnRange[];
  range: Range;
  frame: PlotFrame;
  /** Key of the selected range. */
  selected: string | null;
  readOnly: boolean;
  onSelect(key: string): void;
  onChange(key: string, range: Range): void;
  onRemove(key: string): void;
}): ReactNode {
  const inView = ranges.filter(({ from, to }) => to > visible.from && from < visible.to);
  if (inView.length > mostEditable) return <MergedBands ranges={inView} range={visible} frame={frame} />;
  return inView.map((one) => (
    <RangeBand
      key={one.key}
      drawn={one}
      visible={visible}
      frame={frame}
      isSelected={one.key === selected}
      readOnly={readOnly}
      onSelect={() => onSelect(one.key)}
      onChange={(range) => onChange(one.key, range)}
      onRemove={() => onRemove(one.key)}
    />
  ));
}

interface Drag {
  grip: Grip;
  startX: number;
}

function RangeBand({
  drawn,
  visible,
  frame,
  isSelected,
  readOnly,
  onSelect,
  onChange,
  onRemove,
}: {
  drawn: DrawnRange;
  visible: Range;
  frame: PlotFrame;
  isSelected: boolean;
  readOnly: boolean;
  onSelect(): void;
  onChange(range: Range): void;
  onRemove(): void;
}): ReactNode {
  const drag = useRef<Drag | null>(null);
  const [moved, setMoved] = useState<Range | null>(null);
  const { from, to } = moved ?? drawn;
  const { left, width } = bandAt({ from, to }, visible, frame);
  const pixel = (visible.to - visible.from) / plotWidth(frame);

  const begin = (event: PointerEvent<HTMLElement>, grip: Grip): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    onSelect();
    if (readOnly) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { grip, startX: event.clientX };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (drag.current === null) return;
    event.stopPropagation();
    const by = (event.clientX - drag.current.startX) * pixel;
    setMoved(dragRange(drawn, drag.current.grip, by, visible));
  };
  const end = (event: PointerEvent<HTMLElement>): void => {
    if (drag.current === null) return;
    event.stopPropagation();
    const isMoved = Math.abs(event.clientX - drag.current.startX) >= 3;
    drag.current = null;
    setMoved(null);
    if (moved !== null && isMoved) onChange(moved);
  };
  const byKey = (event: KeyboardEvent): void => {
    if (readOnly) return;
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    const next = isRemoval ? null : keyedRange(event, drawn, pixel, visible);
    if (!isRemoval && next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === null) onRemove();
    else onChange(next);
  };
  const grip = (edge: 'from' | 'to'): ReactNode => (
    <Box
      data-grip={edge}
      onPointerDown={(event) => begin(event, edge)}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        width: gripWidth,
        [edge === 'from' ? 'left' : 'right']: -gripWidth / 2,
        cursor: 'ew-resize',
        touchAction: 'none',
      }}
    />
  );
  return (
    <Box
      {...(width >= leastTarget
        ? { role: 'button', tabIndex: 0, 'aria-label': drawn.label, 'aria-pressed': isSelected }
        : { 'aria-hidden': true })}
      data-range={drawn.key}
      onFocus={onSelect}
      onKeyDown={byKey}
      onPointerDown={(event) => begin(event, 'whole')}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={(event) => event.stopPropagation()}
      style={{ left, width, backgroundColor: alpha(drawn.color, isSelected ? 0.3 : 0.18) }}
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        borderTop: 3,
        borderColor: drawn.color,
        boxShadow: isSelected ? `inset 0 0 0 1px ${drawn.color}` : 'none',
        cursor: readOnly ? 'pointer' : 'grab',
        touchAction: 'none',
      }}
    >
      {width >= labelled ? (
        <Box
          component="span"
          sx={{
            display: 'block',
            px: 1,
            fontSize: '0.75rem',
            lineHeight: '18px',
            color: 'text.primary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {drawn.name}
        </Box>
      ) : null}
      {readOnly ? null : grip('from')}
      {readOnly ? null : grip('to')}
    </Box>
  );
}

/** Clips a range to the plot; a thin one gets a minimum width. */
function bandAt(range: Range, visible: Range, frame: PlotFrame): { left: number; width: number } {
  const [block] = laneBlocks([range], visible, frame);
  return block ?? { left: toX(range.from, visible, frame), width: 0 };
}

function MergedBands({
  ranges,
  range,
  frame,
}: {
  ranges: readonly DrawnRange[];
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const colors = [...new Set(ranges.map(({ color }) => color))];
  return colors.flatMap((color) =>
    laneBlocks(
      ranges.filter((one) => one.color === color),
      range,
      frame,
    ).map(({ left, width }) => (
      <Box
        key={`${color} ${left}`}
        style={{ left, width, backgroundColor: alpha(color, 0.18), borderTop: `3px solid ${color}` }}
        sx={{ position: 'absolute', top: 0, bottom: 0, pointerEvents: 'none' }}
      />
    )),
  );
}
