import Box from '@mui/material/Box';
import type { Twin } from '@twinward/contracts/twin';
import type { ReactNode } from 'react';
import { formatDate, formatDuration, formatMoney, formatPercent } from '../../ui/format.ts';
import { RiskValue } from '../../ui/risk-value.tsx';
import { Section } from '../../ui/section.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Why } from '../../ui/why.tsx';

/** Probability of failure, cost of failure and risk, each with how it comes about. */
export function TwinRisk({ twin }: { twin: Twin }): ReactNode {
  return (
    <Section title="Risk">
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 6fr) minmax(0, 6fr)',
          borderBlock: 1,
          borderColor: 'divider',
        }}
      >
        <Figure label="Probability" value={percentOf(twin)} why={<WhyProbability twin={twin} />} />
        <Figure
          label="Consequence"
          value={twin.consequence === null ? null : formatMoney(twin.consequence.value)}
          why={<WhyConsequence twin={twin} />}
        />
        <Figure
          label="Risk"
          value={twin.risk === null ? null : <RiskValue risk={twin.risk} />}
          why={<WhyRisk twin={twin} />}
        />
      </Box>
    </Section>
  );
}

const percentOf = ({ probability }: Twin): string | null =>
  probability?.value == null ? null : formatPercent(probability.value);

function Figure({ label, value, why }: { label: string; value: ReactNode; why: ReactNode }): ReactNode {
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
          whiteSpace: 'nowrap',
        }}
      >
        {value ?? 'Not set'}
      </Box>
    </Box>
  );
}

const needsMission = 'Probability % needs a start date and mission time';

function WhyProbability({ twin }: { twin: Twin }): ReactNode {
  const timeZone = useTimeZone();
  const mission: [string, ReactNode][] = [
    ['Start date', twin.startDate === null ? 'not set' : formatDate(twin.startDate, timeZone)],
    ['Mission time t', twin.missionTime === null ? 'not set' : formatDuration(twin.missionTime)],
  ];
  const hasMission = twin.startDate !== null && twin.missionTime !== null;
  const note = hasMission ? 'Cut to a whole percent.' : `${needsMission}.`;
  const parameters = twin.probability?.failureDistributionParameters;
  if (parameters === undefined) {
    return <Why subject="the probability" formula="No probability record." inputs={mission} />;
  }
  if (parameters.distribution === 'weibull') {
    return (
      <Why
        subject="the probability"
        formula="P = 1 − exp(−(t / η)^β), Weibull"
        inputs={[
          ...mission,
          ['Shape β', String(parameters.shape)],
          ['Characteristic life η', formatDuration(parameters.scale)],
        ]}
        note={note}
      />
    );
  }
  return (
    <Why
      subject="the probability"
      formula="Entered, without a distribution"
      inputs={[
        ...mission,
        ...(parameters.scale === null ? [] : [['MTBF', formatDuration(parameters.scale)] as const]),
      ]}
      {...(hasMission ? {} : { note })}
    />
  );
}

const WhyConsequence = ({ twin: { consequence } }: { twin: Twin }): ReactNode => (
  <Why
    subject="the consequence"
    formula="The cost of one failure, as entered"
    inputs={
      consequence === null
        ? [['Cost of failure', 'not set']]
        : [
            ['Cost of failure', formatMoney(consequence.value)],
            ...(consequence.description === '' ? [] : [['Description', consequence.description] as const]),
          ]
    }
  />
);

const WhyRisk = ({ twin }: { twin: Twin }): ReactNode => (
  <Why
    subject="the risk"
    formula="Risk = probability / 100 × consequence"
    inputs={[
      ['Probability', percentOf(twin) ?? 'not set'],
      ['Consequence', twin.consequence === null ? 'not set' : formatMoney(twin.consequence.value)],
    ]}
    {...(twin.risk === null ? { note: 'A risk needs both.' } : {})}
  />
);
