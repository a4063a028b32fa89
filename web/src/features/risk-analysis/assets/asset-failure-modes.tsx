import type { RiskAnalysisProbability } from '@twinward/contracts/risk-analysis-asset';
import { riskOf } from '@twinward/domain/risk/risk';
import { type ReactNode, useMemo } from 'react';
import { useFailureModes } from '../../../app/queries/use-failure-modes.ts';
import { RolledUpRisk } from '../../../app/risk/rolled-up-risk.tsx';
import type { ShownMission } from '../../../app/risk/why-risk.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { formatMoney, formatPercent } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { RiskValue } from '../../../ui/risk-value.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';

interface Row {
  id: number;
  name: string;
  percent: number | null;
  cost: number | null;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Failure mode', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'probability',
    header: 'Probability',
    numeric: true,
    width: '120px',
    cell: ({ percent }) => (percent === null ? '–' : formatPercent(percent)),
  },
  {
    id: 'cost',
    header: 'Cost of failure',
    numeric: true,
    width: '144px',
    wide: true,
    cell: ({ cost }) => (cost === null ? '–' : formatMoney(cost)),
  },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    width: '128px',
    cell: ({ percent, cost }) => <RiskValue risk={riskOf(percent, cost)} />,
  },
];

/** The failure modes of an asset's twin, with their probability by the end of the analysis. */
export function AssetFailureModes({
  twinId,
  probabilities,
  mission,
}: {
  twinId: number;
  probabilities: readonly RiskAnalysisProbability[];
  mission: ShownMission;
}): ReactNode {
  const modes = useFailureModes(twinId);
  const inAnalysis = useMemo(
    () => new Map(probabilities.map((one) => [one.failureModeId, one])),
    [probabilities],
  );
  return (
    <Section title="Failure modes">
      <Loaded query={modes} rows={3} fallback="The failure modes could not be loaded.">
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title="The twin has no failure modes." />
          ) : (
            <>
              <DataTable
                label="Failure modes"
                columns={columns}
                rows={records.map(({ id, name, consequence }) => ({
                  id,
                  name,
                  percent: inAnalysis.get(id)?.riskAnalysisValue ?? null,
                  cost: consequence?.value ?? null,
                }))}
                rowKey={({ id }) => id}
              />
              <RolledUpRisk
                mission={mission}
                failureModes={records.map((mode) => ({
                  ...mode,
                  probability: inAnalysis.get(mode.id) ?? mode.probability,
                }))}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
