import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { formatMoney, formatPercent } from '../../ui/format/format.ts';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { Why } from '../../ui/page/why.tsx';

const notSet = 'not set';

/** Explains a risk. */
export const WhyRisk = ({
  percent,
  cost,
  of,
  missing = notSet,
}: {
  percent: number | null;
  cost: number | null;
  /** The subject of the risk, for the accessible name if several risks are shown. */
  of?: string | undefined;
  /** Shown instead of the percentage. */
  missing?: string;
}): ReactNode => (
  <Why
    subject={of === undefined ? 'the risk' : `the risk of ${of}`}
    formula="Risk = probability / 100 × consequence"
    inputs={[
      ['Probability', percent === null ? missing.toLowerCase() : formatPercent(percent)],
      ['Consequence', cost === null ? notSet : formatMoney(cost)],
    ]}
    {...(percent === null || cost === null ? { note: 'Risk requires both values.' } : {})}
  />
);

/** A risk with its explanation. */
export const RiskWithWhy = ({
  risk,
  percent,
  cost,
  of,
}: {
  risk: number | null;
  percent: number | null;
  cost: number | null;
  /** The subject of the risk. */
  of: string;
}): ReactNode => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center' }}>
    <RiskValue risk={risk} />
    <WhyRisk percent={percent} cost={cost} of={of} />
  </Box>
);
