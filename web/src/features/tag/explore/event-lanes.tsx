import type { ReactNode } from 'react';
import { EventLane } from '../../../ui/chart/event-lane.tsx';
import type { LaneSpans } from '../../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';

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
  sources.map(({ id, name, groups, count }) => (
    <EventLane key={id} name={name} groups={groups} count={count} range={range} frame={frame} />
  ));
