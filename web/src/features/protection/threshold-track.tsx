import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { DrawnSpan } from '@twinward/contracts/core/drawn-span';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { LaneCaption } from '../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { LevelBars } from '../../ui/format/level-chip.tsx';
import { levelColor } from '../../ui/format/scales.ts';
import { drawSpans, trackHeight } from './draw-spans.ts';

/** The excursions of a threshold below the signals. Memoized, so that cursor moves do not redraw it. */
export const ThresholdTrack = memo(function ThresholdTrack({
  name,
  label = name,
  level,
  note,
  summary,
  spans,
  range,
  frame,
}: {
  name: string;
  /** Accessible name instead of the visible name. */
  label?: string;
  level: number | null;
  /** Shown beside the name, such as the level. */
  note: string;
  /** The number of excursions in the range, and their duration. */
  summary: string;
  spans: readonly DrawnSpan[];
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const { palette } = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = window.devicePixelRatio || 1;
  useEffect(() => {
    const ink = canvas.current?.getContext('2d');
    if (!ink || frame.width === 0) return;
    ink.setTransform(scale, 0, 0, scale, 0, 0);
    drawSpans(ink, spans, { range, frame, color: levelColor(level), track: palette.action.selected });
  }, [spans, range, frame, level, palette, scale]);
  return (
    <Box sx={{ width: frame.width, pt: 1.5 }}>
      <LaneCaption frame={frame}>
        <LevelBars level={level} />
        <span>{name}</span>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {note}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', textAlign: 'right' }}>
          {summary}
        </Box>
      </LaneCaption>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${label}: ${summary}`}
        width={Math.round(frame.width * scale)}
        height={Math.round(trackHeight * scale)}
        style={{ display: 'block', width: frame.width, height: trackHeight }}
      />
    </Box>
  );
});
