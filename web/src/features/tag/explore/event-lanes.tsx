import type { ReactNode } from 'react';
import { EventLane } from '../../../ui/chart/event-lane.tsx';
import type { LaneSpans } from '../../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';

/** A source of events, drawn as a lane below the chart. */
export interface EventSource {
  id: string;
  name: string;
  groups: readonly LaneSpans[];
  /** Number of events in the range; by default the number of spans, which may be merged. */
  count?: number;
  /** Number of events in the range whose records were not kept. */
  unkept?: number;
}

/** One lane of events per source, on the chart's time axis. */
export const EventLanes = ({
  sources,
  range,
  frame,
}: {
  sources: readonly EventSource[];
  range: Range;
  frame: PlotFrame;
}): ReactNode =>
  sources.map(({ id, ...source }) => <EventLane key={id} {...source} range={range} frame={frame} />);
