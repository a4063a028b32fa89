import Box from '@mui/material/Box';
import type { Simulation } from '@twinward/contracts/protections/simulation';
import type { ReactNode } from 'react';
import type { Range, RangeAction } from '../../../ui/chart/range.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useSimulationScore } from '../api/simulations.ts';
import { MarkedRanges } from './marked-ranges.tsx';
import { ScoreView } from './score-view.tsx';

/** The scores of a simulation's logics side by side, and the marked ranges. */
export function SimulatedScore({
  simulation,
  twinId,
  range,
  mayWrite,
  onRange,
}: {
  simulation: Simulation;
  twinId: number;
  /** The visible range of the charts. */
  range: Range;
  mayWrite: boolean;
  onRange: (action: RangeAction) => void;
}): ReactNode {
  const isCompared = simulation.comparison !== null;
  return (
    <Section title="Score against history">
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: isCompared ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
          },
          columnGap: 8,
          rowGap: 4,
          pb: 3,
        }}
      >
        <Own
          simulation={simulation}
          variant="0"
          title={isCompared ? 'Saved logic' : null}
          onRange={onRange}
        />
        {isCompared ? (
          <Own simulation={simulation} variant="1" title="Other logic" onRange={onRange} />
        ) : null}
      </Box>
      <MarkedRanges twinId={twinId} range={range} mayWrite={mayWrite} onRange={onRange} />
    </Section>
  );
}

function Own({
  simulation,
  variant,
  title,
  onRange,
}: {
  simulation: Simulation;
  variant: '0' | '1';
  title: string | null;
  onRange: (action: RangeAction) => void;
}): ReactNode {
  const score = useSimulationScore(simulation.indicatorId, simulation.id, variant);
  return (
    <Box sx={{ minWidth: 0 }}>
      {title === null ? null : (
        <Box component="h3" sx={{ fontSize: '0.875rem', fontWeight: 600, m: 0, pb: 1 }}>
          {title}
        </Box>
      )}
      <Loaded query={score} rows={5} fallback="The score could not be loaded.">
        {(data) => (
          <ScoreView
            label={title === null ? 'Score' : `Score, ${title.toLowerCase()}`}
            score={data}
            onRange={onRange}
          />
        )}
      </Loaded>
    </Box>
  );
}
