import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type Mission, missionPercent } from '@twinward/domain/risk/probability';
import { rollUpFailureModes } from '@twinward/domain/risk/risk';
import type { ReactNode } from 'react';
import { formatMoney, formatPercent } from '../../ui/format/format.ts';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Why } from '../../ui/page/why.tsx';
import type { RiskRecord } from './draft.ts';

/** The combined figures of failure modes, for a twin without its own probability or consequence. */
export function RolledUpRisk({
  failureModes,
  mission,
}: {
  failureModes: readonly (RiskRecord & { name: string })[];
  mission: Mission;
}): ReactNode {
  const modes = failureModes.flatMap(({ name, probability, consequence }) => {
    const percent = probability && missionPercent(probability.failureDistributionParameters, mission);
    return percent === null ? [] : [{ name, probability: percent, consequence: consequence?.value ?? null }];
  });
  const sum = rollUpFailureModes(modes);
  if (sum === null) return null;
  const costless = modes.filter(({ consequence }) => consequence === null).length;
  return (
    <Box role="group" aria-label="From the failure modes" sx={{ py: 3 }}>
      <Typography sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        From the failure modes: {formatPercent(sum.probability)}, <RiskValue risk={sum.risk} />
        <Why
          subject="the risk of the failure modes"
          formula="P = 1 − ∏(1 − Pᵢ), risk = ∑ Pᵢ Cᵢ"
          inputs={modes.map(({ name, probability, consequence }) => [
            name,
            `${formatPercent(probability, 2)}${consequence === null ? '' : `, ${formatMoney(consequence)}`}`,
          ])}
          note="Only the result is rounded down to a whole percent."
        />
      </Typography>
      <Muted>
        Assumes independent failure modes. Shown for information only; not assigned to the twin.
        {costless === 0
          ? ''
          : ` ${costless} of ${modes.length} ${costless === 1 ? 'has' : 'have'} no consequence and ${costless === 1 ? 'adds' : 'add'} no risk.`}
      </Muted>
    </Box>
  );
}
