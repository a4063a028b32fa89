import type { KnownEvent } from '@twinward/domain/score/known-events';
import type { LaneSpans } from '../../ui/chart/lane.tsx';

const color = '#757575';

/** Known events on a time line: marked ranges, and failures until the end of their repair. */
export const eventLane = (events: readonly KnownEvent[]): LaneSpans[] =>
  events.length === 0
    ? []
    : [
        {
          color,
          spans: events.map(({ isFailure, begin, time, end }) => ({
            from: isFailure ? time : begin,
            to: Math.max(time, end),
          })),
        },
      ];
