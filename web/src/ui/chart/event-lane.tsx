import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount, formatTimes } from '../format/format.ts';
import { Lane, type LaneSpans } from './lane.tsx';
import type { PlotFrame } from './plot.ts';
import type { Range } from './range.ts';

/** A lane of events below a signal, with their count in the range. */
export function EventLane({
  name,
  groups,
  count: counted,
  unkept = 0,
  range,
  frame,
}: {
  name: string;
  groups: readonly LaneSpans[];
  /** Number of events in the range; required if the spans are merged. */
  count?: number | undefined;
  /** Number of further events in the range whose records were not kept. */
  unkept?: number | undefined;
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const inside =
    counted ??
    groups.flatMap(({ spans }) => spans).filter(({ from, to }) => from < range.to && to >= range.from).length;
  const kept = inside === 0 ? 'none in this range' : `${formatCount(inside)} in this range`;
  const count = unkept === 0 ? kept : `${kept}, ${formatTimes(unkept)} not kept`;
  return (
    <Lane
      caption={
        <>
          <span>{name}</span>
          <Typography variant="body2" component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
            {count}
          </Typography>
        </>
      }
      label={`${name}: ${count}`}
      groups={groups}
      range={range}
      frame={frame}
    />
  );
}
