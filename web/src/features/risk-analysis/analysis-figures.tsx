import Box from '@mui/material/Box';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { type ReactNode, useState } from 'react';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { formatCount, formatDate, formatMoney } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { BigNumberTile } from '../../ui/page/cards/big-number-tile.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Why } from '../../ui/page/why.tsx';
import { useRiskOverTime } from './api/analyses.ts';
import { RiskOverTimeChart } from './risk-over-time-chart.tsx';

/** Whether the total counts from the start of each asset, or given survival until today. */
type Total = 'end' | 'survival';

const totals = [
  { value: 'end', label: 'From the start' },
  { value: 'survival', label: 'Given survival' },
] as const;

/** The totals of an analysis, and its risk over time. */
export function AnalysisFigures({ analysis }: { analysis: RiskAnalysis }): ReactNode {
  const timeZone = useTimeZone();
  const over = useRiskOverTime(analysis.id);
  const { risk, assetCount, overThreshold, probabilityThreshold, endDate } = analysis;
  const { asOf, conditionalRisk, withoutConditional } = analysis;
  const [total, setTotal] = useState<Total>('end');
  const date = (value: string | null) => (value === null ? '–' : formatDate(value, timeZone));
  const missing =
    withoutConditional === 0 ? '' : `, excluding ${formatCount(withoutConditional)} under repair`;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 6,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '280px minmax(0, 1fr)' },
      }}
    >
      <Section
        title="Summary"
        aside={
          <Why
            subject="the risk of the analysis"
            formula="∑ probability / 100 × cost of failure, over its assets"
            inputs={[
              ['Assets', formatCount(assetCount)],
              ['Calculated', formatDate(analysis.updatedAt, timeZone)],
            ]}
            note="Given survival: the probability of a failure between today and the end, 1 − R(end) / R(today), with the age since the last renewal. If an asset has no probability, its failure modes are used. Assets without a probability or a cost of failure add no risk."
          />
        }
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', flexDirection: { md: 'column' }, gap: 4 }}>
          {asOf === null ? null : (
            <SegmentedControl label="Total" value={total} segments={totals} onChange={setTotal} />
          )}
          {total === 'survival' && asOf !== null ? (
            <BigNumberTile
              title="Risk given survival"
              value={conditionalRisk}
              format={formatMoney}
              subtitle={`Assets running on ${date(asOf)}, by ${date(endDate)}${missing}`}
            />
          ) : (
            <BigNumberTile
              title="Risk"
              value={risk}
              format={formatMoney}
              subtitle={endDate === null ? 'No end date' : `By ${date(endDate)}`}
            />
          )}
          <BigNumberTile
            title="Opportunities"
            value={overThreshold}
            format={formatCount}
            subtitle={`of ${formatCount(assetCount)} assets, at ${probabilityThreshold} % or more`}
          />
        </Box>
      </Section>
      <Section title="Risk over time">
        <RiskOverTimeChart times={over.data?.times ?? []} risk={over.data?.risk ?? []} />
        {total === 'survival' && asOf !== null && risk !== null ? (
          <Muted sx={{ pt: 1 }}>
            The curve starts when each asset starts and ends at {formatMoney(risk)}. It does not consider
            survival until today.
          </Muted>
        ) : null}
      </Section>
    </Box>
  );
}
