import Box from '@mui/material/Box';
import type { Excursion, ProtectionSummary } from '@twinward/contracts/protections/protection';
import { memo, type ReactNode, useMemo } from 'react';
import { Lane } from '../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { LevelBars } from '../../ui/format/level-chip.tsx';
import { useLevels } from './api/get-levels.ts';
import { levelGroups, thresholdLanes } from './lanes.ts';

/** The excursions of each threshold on the time axis of the signals above, and the level they led to. */
export const ProtectionLanes = memo(function ProtectionLanes({
  protection,
  excursions,
  latest,
  range,
  frame,
}: {
  protection: ProtectionSummary;
  excursions: readonly Excursion[];
  /** Epoch milliseconds of the latest data. */
  latest: number;
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const levels = useLevels(protection.id, range, true);
  const lanes = useMemo(
    () => thresholdLanes(protection.thresholds, excursions, range, latest),
    [protection.thresholds, excursions, range, latest],
  );
  const isComplete = levels.data !== undefined && levels.data.total <= levels.data.records.length;
  const groups = useMemo(() => levelGroups(levels.data?.records ?? [], latest), [levels.data, latest]);
  return (
    <Box sx={{ pb: 1 }}>
      {lanes.map(({ threshold, groups, summary }) => (
        <Lane
          key={threshold.id}
          caption={
            <>
              <LevelBars level={threshold.level} />
              <span>{threshold.name}</span>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {threshold.level === null ? 'no level' : threshold.level}
              </Box>
              <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', textAlign: 'right' }}>
                {summary}
              </Box>
            </>
          }
          label={`${threshold.name}: ${summary}`}
          groups={groups}
          range={range}
          frame={frame}
        />
      ))}
      {isComplete ? (
        <Lane
          caption={<span>Level</span>}
          label={
            groups.length === 0 ? 'Level: 0 throughout' : 'Level over time, in the colours of the levels'
          }
          groups={groups}
          range={range}
          frame={frame}
        />
      ) : null}
    </Box>
  );
});
