import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { laneBlocks } from './blocks.ts';
import { type PlotFrame, plotWidth } from './plot.ts';
import type { Range } from './range.ts';

/** Time ranges of one colour. */
export interface LaneSpans {
  color: string;
  spans: readonly Range[];
}

const trackHeight = 10;

/** A lane below a chart, on the same time axis: a caption and a track with blocks. */
export function Lane({
  caption,
  label,
  groups,
  range,
  frame,
}: {
  caption: ReactNode;
  /** The content of the track in words, for screen readers. */
  label: string;
  groups: readonly LaneSpans[];
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  return (
    <Box sx={{ width: frame.width, pt: 1.5 }}>
      <LaneCaption frame={frame}>{caption}</LaneCaption>
      <svg
        width={frame.width}
        height={trackHeight}
        role="img"
        aria-label={label}
        style={{ display: 'block' }}
      >
        <Box
          component="rect"
          x={frame.left}
          width={plotWidth(frame)}
          height={trackHeight}
          sx={{ fill: 'currentColor', opacity: 0.08 }}
        />
        {groups.flatMap(({ color, spans }) =>
          laneBlocks(spans, range, frame).map((block) => (
            <rect
              key={`${color} ${block.left}`}
              x={block.left}
              width={block.width}
              height={trackHeight}
              fill={color}
            />
          )),
        )}
      </svg>
    </Box>
  );
}

/** The cursor line over the track of a lane. */
export const LaneCaption = ({ frame, children }: { frame: PlotFrame; children: ReactNode }): ReactNode => (
  <Box
    sx={{
      pl: frame.hasLabels ? `${frame.left}px` : 0,
      pr: `${frame.right}px`,
      pb: 0.5,
      display: 'flex',
      alignItems: 'center',
      gap: 1.5,
      fontSize: '0.8125rem',
      lineHeight: '18px',
    }}
  >
    {children}
  </Box>
);
