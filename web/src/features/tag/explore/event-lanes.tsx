import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Lane, type LaneSpans } from '../../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { formatCount } from '../../../ui/format/format.ts';

/** Something that happened beside the signals: a lane of it beneath the chart. */
export interface EventSource {
  id: string;
  name: string;
  groups: readonly LaneSpans[];
  /** How many there are in the range; counted from the spans unless given, which merges those close together. */
  count?: number;
}

/** What happened, each source on a lane of the chart's time axis. */
export const EventLanes = ({
  sources,
  range,
  frame,
}: {
  sources: readonly EventSource[];
  range: Range;
  frame: PlotFrame;
}): ReactNode =>
  sources.map(({ id, name, groups, count: counted }) => {
    const inside =
      counted ??
      groups.flatMap(({ spans }) => spans).filter(({ from, to }) => from < range.to && to >= range.from)
        .length;
    const count = inside === 0 ? 'none in this range' : `${formatCount(inside)} in this range`;
    return (
      <Lane
        key={id}
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
  });
