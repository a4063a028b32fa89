import type { RiskAnalysisProbability } from '@twinward/contracts/risk/risk-analysis-asset';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import { truncatePercent } from '@twinward/domain/risk/probability';
import { calculateRisk } from '@twinward/domain/risk/risk';
import { type ReactNode, useMemo, useState } from 'react';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { RolledUpRisk } from '../../../shared/risk/rolled-up-risk.tsx';
import type { ShownMission } from '../../../shared/risk/why-probability.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatMoney, formatPercent } from '../../../ui/format/format.ts';
import { RiskValue } from '../../../ui/format/risk-value.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { FailureModeDialog } from './failure-mode-dialog.tsx';

interface Row {
  mode: FailureMode;
  /** The effective probability in the analysis. */
  held: RiskAnalysisProbability | null;
  percent: number | null;
  /** Probability given survival until today. */
  conditional: number | null;
  cost: number | null;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Failure mode', cell: ({ mode: { name } }) => <span title={name}>{name}</span> },
  {
    id: 'probability',
    header: 'Probability',
    numeric: true,
    width: '120px',
    cell: ({ percent }) => (percent === null ? '–' : formatPercent(percent)),
  },
  {
    id: 'survival',
    header: 'Given survival',
    numeric: true,
    width: '136px',
    wide: true,
    cell: ({ conditional }) => (conditional === null ? '–' : formatPercent(truncatePercent(conditional))),
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
    cell: ({ percent, cost }) => <RiskValue risk={calculateRisk(percent, cost)} />,
  },
];

/** The failure modes of an asset's twin, with their probability at the end of the analysis. */
export function AssetFailureModes({
  riskAnalysisId,
  assetId,
  twinId,
  probabilities,
  mission,
  editing,
}: {
  riskAnalysisId: number;
  assetId: number;
  twinId: number;
  probabilities: readonly RiskAnalysisProbability[];
  mission: ShownMission;
  /** Handlers of the editor of a failure mode; null if read-only. */
  editing: Pick<Parameters<typeof FailureModeDialog>[0], 'warn' | 'onSaved'> | null;
}): ReactNode {
  const [edited, setEdited] = useState<Row | null>(null);
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
                rows={records.map((mode) => ({
                  mode,
                  held: inAnalysis.get(mode.id) ?? null,
                  percent: inAnalysis.get(mode.id)?.riskAnalysisValue ?? null,
                  conditional: inAnalysis.get(mode.id)?.conditional ?? null,
                  cost: mode.consequence?.value ?? null,
                }))}
                rowKey={({ mode }) => mode.id}
                {...(editing === null ? {} : { onOpen: setEdited })}
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
      {edited === null || editing === null ? null : (
        <FailureModeDialog
          riskAnalysisId={riskAnalysisId}
          assetId={assetId}
          mode={edited.mode}
          held={edited.held}
          mission={mission}
          {...editing}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  );
}
