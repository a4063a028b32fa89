import Box from '@mui/material/Box';
import type { DrawnSpan } from '@twinward/contracts/core/drawn-span';
import type { ExcursionTally, ThresholdSpans } from '@twinward/contracts/protections/excursion-span';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import { memo, type ReactNode, useMemo } from 'react';
import { ProtectionAnswers } from '../../shared/patterns/protection-answers.tsx';
import { Lane } from '../../ui/chart/lane.tsx';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { useLevelSpans } from './api/get-levels.ts';
import { levelGroups, levelWords } from './lanes.ts';
import { tallyText } from './tally-text.ts';
import { ThresholdTrack } from './threshold-track.tsx';

const noSpans: readonly DrawnSpan[] = [];

/** The excursions of each threshold below the signals, and the resulting level. */
export const ProtectionLanes = memo(function ProtectionLanes({
  protection,
  excursions,
  tallies,
  latest,
  range,
  frame,
}: {
  protection: ProtectionSummary;
  excursions: readonly ThresholdSpans[];
  /** Undefined while loading. */
  tallies: readonly ExcursionTally[] | undefined;
  /** Epoch milliseconds of the latest data. */
  latest: number;
  range: Range;
  frame: PlotFrame;
}): ReactNode {
  const levels = useLevelSpans(protection.id, range, frame, latest);
  const groups = useMemo(() => levelGroups(levels.data ?? []), [levels.data]);
  return (
    <Box sx={{ pb: 1 }}>
      {protection.indicatorPattern?.modelVersion == null ? null : (
        <ProtectionAnswers
          protectionId={protection.id}
          patterns={protection.indicatorPattern.patterns}
          latest={latest}
          range={range}
          frame={frame}
        />
      )}
      {protection.thresholds.map(({ id, name, level, logExcursion }) => {
        const none = { count: 0, duration: 0, isOpen: false, isKept: logExcursion };
        const tally = tallies?.find(({ thresholdId }) => thresholdId === id) ?? none;
        return (
          <ThresholdTrack
            key={id}
            name={name}
            level={level}
            note={level === null ? 'no level' : String(level)}
            summary={tallies === undefined ? '' : tallyText(tally)}
            spans={excursions.find(({ thresholdId }) => thresholdId === id)?.spans ?? noSpans}
            range={range}
            frame={frame}
          />
        );
      })}
      {levels.data === undefined ? null : (
        <Lane
          caption={
            <>
              <span>Level</span>
              <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', textAlign: 'right' }}>
                {levelWords(levels.data)}
              </Box>
            </>
          }
          label={`Level over time: ${levelWords(levels.data)}`}
          groups={groups}
          range={range}
          frame={frame}
        />
      )}
    </Box>
  );
});
