import Box from '@mui/material/Box';
import { type ReactNode, useContext } from 'react';
import { laneBlocks } from '../blocks.ts';
import type { PlotFrame } from '../plot.ts';
import type { Range } from '../range.ts';
import { AnnotationContext } from './annotation-context.ts';

/** Minimum width in pixels at which a range shows its text beside its number. */
const textFrom = 48;
const labelHeight = 16;

/** Draws each annotation over a plot as a band with its number. The table beside the charts shows the full texts. */
export function AnnotationLayer({
  tagIds,
  range,
  frame,
  top,
  height,
}: {
  /** The tags of the chart. */
  tagIds: readonly number[];
  range: Range;
  frame: PlotFrame;
  /** Distance of the plot from the top edge of the chart in pixels. */
  top: number;
  /** Height of the plot in pixels. */
  height: number;
}): ReactNode {
  const shown = useContext(AnnotationContext)?.annotations.filter(
    ({ tagId }) => tagId === null || tagIds.includes(tagId),
  );
  return shown?.map((annotation) =>
    laneBlocks([annotation], range, frame).map(({ left, width }) => (
      <Box
        key={annotation.id}
        aria-hidden
        data-annotation={annotation.id}
        style={{ left, width }}
        sx={{
          position: 'absolute',
          top,
          height,
          pointerEvents: 'none',
          borderLeft: '1px dashed',
          borderRight: '1px dashed',
          borderColor: 'text.secondary',
        }}
      >
        <Box
          sx={{
            maxWidth: width < textFrom ? 'none' : '100%',
            width: 'max-content',
            px: 1,
            height: labelHeight,
            lineHeight: `${labelHeight}px`,
            fontSize: '0.6875rem',
            whiteSpace: 'nowrap',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            color: 'background.default',
            bgcolor: 'text.secondary',
          }}
        >
          {width < textFrom ? annotation.number : `${annotation.number} ${annotation.text}`}
        </Box>
      </Box>
    )),
  );
}
