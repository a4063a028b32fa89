import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount } from '../format/format.ts';
import { Lane, type LaneSpans } from './lane.tsx';
import type { PlotFrame } from './plot.ts';
import type { Range } from './range.ts';

/** What happened beside a signal, as a lane of the chart's time axis that says how much of it is in the range. */
export function EventLane({
  name,
  groups,
  count: counted,
  range,
  frame,
}: {
  name: string;
  groups: readonly LaneSpans[];
  /** How many there are in the range, where the groups don't say. */
  count?: number | undefined;
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const inside =
    counted ??
    groups.flatMap(({ spans }) => spans).filter(({ from, to }) => from < range.to && to >= range.from).length;
  const count = inside === 0 ? 'none in this range' : `${formatCount(inside)} in this range`;
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
