import Box from '@mui/material/Box';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { riskPath } from '../../shared/address/paths.ts';
import { useFailureModes } from '../../shared/api/queries/use-failure-modes.ts';
import { missingPercent, missingRisk, toRiskDraft } from '../../shared/risk/draft.ts';
import { RolledUpRisk } from '../../shared/risk/rolled-up-risk.tsx';
import { WhyConsequence, WhyProbability } from '../../shared/risk/why-probability.tsx';
import { WhyRisk } from '../../shared/risk/why-risk.tsx';
import { formatMoney, formatPercent } from '../../ui/format/format.ts';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** Probability of failure, cost of failure and risk, each with its explanation. */
export function TwinRisk({ twin }: { twin: Twin }): ReactNode {
  const failureModes = useFailureModes(twin.id);
  const draft = toRiskDraft(twin);
  const percent = twin.probability?.value ?? null;
  const cost = twin.consequence?.value ?? null;
  return (
    <Section
      title="Risk"
      aside={
        <TextLink to={riskPath(twin.id)} variant="body2">
          Risk and failure modes
        </TextLink>
      }
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 6fr) minmax(0, 6fr)',
          borderBlock: 1,
          borderColor: 'divider',
        }}
      >
        <Figure
          label="Probability"
          value={percent === null ? null : formatPercent(percent)}
          missing={missingPercent(draft.probability, twin)}
          why={<WhyProbability probability={draft.probability} mission={twin} />}
        />
        <Figure
          label="Consequence"
          value={cost === null ? null : formatMoney(cost)}
          why={<WhyConsequence consequence={draft.consequence} />}
        />
        <Figure
          label="Risk"
          value={twin.risk === null ? null : <RiskValue risk={twin.risk} />}
          missing={missingRisk(draft, twin)}
          why={<WhyRisk percent={percent} cost={cost} missing={missingPercent(draft.probability, twin)} />}
        />
      </Box>
      {(percent !== null && cost !== null) || failureModes.data === undefined ? null : (
        <RolledUpRisk failureModes={failureModes.data.records} mission={twin} />
      )}
    </Section>
  );
}

function Figure({
  label,
  value,
  missing = 'Not set',
  why,
}: {
  label: string;
  value: ReactNode;
  /** Shown instead of the figure. */
  missing?: string;
  why: ReactNode;
}): ReactNode {
  return (
    <Box
      sx={{
        px: { xs: 2, sm: 3 },
        py: 2,
        '&:first-of-type': { pl: 0 },
        '& + &': { borderLeft: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', fontSize: '0.8125rem', color: 'text.secondary' }}>
        {label}
        {why}
      </Box>
      <Box
        sx={{
          fontSize: value === null ? '0.875rem' : { xs: '1.0625rem', sm: '1.25rem' },
          fontWeight: value === null ? 400 : 600,
          lineHeight: '32px',
          color: value === null ? 'text.secondary' : 'text.primary',
          whiteSpace: value === null ? 'normal' : 'nowrap',
        }}
      >
        {value ?? missing}
      </Box>
    </Box>
  );
}
