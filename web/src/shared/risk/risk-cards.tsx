import Box from '@mui/material/Box';
import type { ComponentProps, ReactNode } from 'react';
import { ConsequenceCard } from './consequence-card.tsx';
import type { RiskDraft, RiskProblems } from './draft.ts';
import { ProbabilityCard } from './probability-card.tsx';
import { RiskCard } from './risk-card.tsx';

/** The cards of probability, consequence and risk, side by side where there is room. */
export function RiskCards({
  problems,
  onChange,
  isInDialog = false,
  ...shown
}: {
  problems: RiskProblems;
  /** If omitted, the cards are read-only. */
  onChange: ((change: Partial<RiskDraft>) => void) | undefined;
  isInDialog?: boolean;
} & ComponentProps<typeof RiskCard>): ReactNode {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: isInDialog ? 3 : 4,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          [isInDialog ? 'sm' : 'md']: 'repeat(3, minmax(0, 1fr))',
        },
      }}
    >
      <ProbabilityCard
        probability={shown.risk.probability}
        mission={shown.mission}
        problems={problems}
        onChange={onChange && ((probability) => onChange({ probability }))}
      />
      <ConsequenceCard
        consequence={shown.risk.consequence}
        problems={problems}
        onChange={onChange && ((consequence) => onChange({ consequence }))}
      />
      <RiskCard {...shown} />
    </Box>
  );
}
