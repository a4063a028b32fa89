import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { findKnownEvents } from '@twinward/domain/score/known-events';
import { type ReactNode, useMemo } from 'react';
import {
  countTallies,
  useExcursionSpans,
  useExcursionTallies,
} from '../../../shared/api/queries/use-excursions.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { useWorkLanes } from '../../../shared/work/use-work-lanes.ts';
import { excursionBands, levelSpans } from '../../../ui/chart/bands.ts';
import { CursorLine } from '../../../ui/chart/cursor-line.tsx';
import { EventLane } from '../../../ui/chart/event-lane.tsx';
import type { LaneSpans } from '../../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { useKnownHistory } from '../api/score.ts';
import { eventLane } from '../event-lane.ts';

const none = [] as const;

/** Lanes of known events of a twin on the time axis of its signals: excursions, completed work, failures. */
export function Rails({
  twinId,
  failureModeIds,
  range,
  frame,
  cursor,
}: {
  twinId: number;
  /** The failure modes of the protection. */
  failureModeIds: readonly number[];
  range: Range;
  frame: PlotFrame;
  cursor: number | null;
}): ReactNode {
  const { palette } = useTheme();
  const aliases = useTwinTagAliases(twinId);
  const workTags = [
    ...new Set(
      (aliases.data ?? []).flatMap(({ type, mappedTagId }) =>
        type === 'work' && mappedTagId !== null ? [mappedTagId] : [],
      ),
    ),
  ];
  const work = useWorkLanes(workTags, range, frame, palette.text.secondary, { onlyCompleted: true });
  const scope = { twinId };
  const { data: spans = none } = useExcursionSpans(scope, range, frame);
  const { data: tallies = none } = useExcursionTallies(scope, range);
  const excursions = useMemo(() => byColor(excursionBands(levelSpans(spans))), [spans]);
  const history = useKnownHistory(twinId).data;
  const events = useMemo(
    () => (history === undefined ? none : findKnownEvents(history, failureModeIds).events),
    [history, failureModeIds],
  );
  const lane = { range, frame };
  return (
    <Box sx={{ position: 'relative', pb: 1 }}>
      <EventLane name="Excursions" groups={excursions} {...countTallies(tallies)} {...lane} />
      {workTags.length === 0 ? null : (
        <EventLane
          name="Completed work"
          groups={work.lanes.flatMap(({ groups }) => groups)}
          count={work.lanes.reduce((sum, { count = 0 }) => sum + count, 0)}
          {...lane}
        />
      )}
      <EventLane name="Failures and marked ranges" groups={eventLane(events)} {...lane} />
      <CursorLine cursor={cursor} range={range} frame={frame} />
    </Box>
  );
}

/** Groups bands by colour into spans of a lane, in order of time. */
function byColor(bands: readonly (Range & { color: string })[]): LaneSpans[] {
  const colors = [...new Set(bands.map(({ color }) => color))];
  return colors.map((color) => ({ color, spans: bands.filter((band) => band.color === color) }));
}
