import type { KnownEvent } from '@twinward/contracts/protections/protection-score';
import type { LaneSpans } from '../../ui/chart/lane.tsx';

const color = '#757575';

/** Known events on a time line: marked ranges whole, failures from when they began to when they were put right. */
export const eventLane = (events: readonly KnownEvent[]): LaneSpans[] =>
  events.length === 0
    ? []
    : [
        {
          color,
          spans: events.map(({ type, begin, time, end }) => ({
            from: type === 'range' ? begin : time,
            to: Math.max(time, end),
          })),
        },
      ];
