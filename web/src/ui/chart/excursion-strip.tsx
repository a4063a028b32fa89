import Box from '@mui/material/Box';
import { type ReactNode, useMemo } from 'react';
import { formatCount, formatTimes } from '../format/format.ts';
import { levelColor } from '../format/scales.ts';
import { type CountedSpan, type ExcursionBlock, foldExcursions, highestLevel } from './fold-excursions.ts';
import { LaneCaption } from './lane.tsx';
import { type PlotFrame, plotWidth, toX } from './plot.ts';
import type { Range } from './range.ts';

const trackHeight = 12;
const thinnest = 2;
/** The line of counts below the track, and the room that a count takes, in pixels. */
const countLine = 14;
const countWidth = 44;

/**
 * The excursions of a twin in one lane on the time axis of its signals, coloured by level. A series of short excursions
 * is merged into one paler block with their number below.
 */
export function ExcursionStrip({
  spans,
  count,
  unkept,
  range,
  frame,
}: {
  spans: readonly CountedSpan[];
  /** Number of excursions in the range. */
  count: number;
  /** Number of further excursions whose records were not kept. */
  unkept: number;
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const blocks = useMemo(() => foldExcursions(spans, range, frame), [spans, range, frame]);
  const summary = describeBlocks(blocks, count, unkept);
  return (
    <Box sx={{ width: frame.width, pt: 1.5 }}>
      <LaneCaption frame={frame}>
        <span>Excursions and level</span>
        <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', textAlign: 'right' }}>
          {summary}
        </Box>
      </LaneCaption>
      <Box
        component="svg"
        width={frame.width}
        height={trackHeight + countLine}
        role="img"
        aria-label={`Excursions and level: ${summary}`}
        sx={{ display: 'block', color: 'text.primary' }}
      >
        <rect
          x={frame.left}
          width={plotWidth(frame)}
          height={trackHeight}
          fill="currentColor"
          opacity={0.08}
        />
        {blocks.map((block) => (
          <rect
            key={`${block.from} ${block.to} ${block.level}`}
            {...toPlace(block, range, frame)}
            height={trackHeight}
            fill={levelColor(block.level)}
            opacity={block.isFolded ? 0.6 : 1}
          />
        ))}
        <Box component="g" sx={{ fill: 'currentColor', color: 'text.secondary', fontSize: '0.6875rem' }}>
          {buildCountLabels(blocks, range, frame).map(({ x, text }) => (
            <text key={x} x={x} y={trackHeight + countLine - 3} textAnchor="middle">
              {text}
            </text>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

/** '12 in this range, highest level 750' */
function describeBlocks(blocks: readonly ExcursionBlock[], count: number, unkept: number): string {
  const highest = highestLevel(blocks);
  const parts = [count === 0 ? 'none in this range' : `${formatCount(count)} in this range`];
  if (highest !== null) parts.push(`highest level ${highest}`);
  if (unkept > 0) parts.push(`${formatTimes(unkept)} not kept`);
  return parts.join(', ');
}

/** Position and width of a block on the track in pixels, clipped to the plot, with a minimum width. */
function toPlace({ from, to }: Range, range: Range, frame: PlotFrame): { x: number; width: number } {
  const end = frame.left + plotWidth(frame);
  const left = Math.min(Math.max(frame.left, toX(from, range, frame)), end - thinnest);
  return { x: left, width: Math.max(thinnest, Math.min(end, toX(to, range, frame)) - left) };
}

/** Labels with the counts of folded blocks, centred below each block. Omits a label that would overlap the previous. */
function buildCountLabels(
  blocks: readonly ExcursionBlock[],
  range: Range,
  frame: PlotFrame,
): { x: number; text: string }[] {
  const counts: { x: number; text: string }[] = [];
  const folded = blocks
    .filter(({ isFolded }) => isFolded)
    .map((block) => ({ ...toPlace(block, range, frame), text: `${formatCount(block.count)} ×` }))
    .sort((one, other) => one.x - other.x);
  for (const { x, width, text } of folded) {
    const middle = x + width / 2;
    const last = counts.at(-1);
    if (last === undefined || middle - last.x >= countWidth) counts.push({ x: middle, text });
  }
  return counts;
}
