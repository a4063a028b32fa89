import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Scenario } from '@twinward/contracts/risk/scenario';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { idIn, isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount, formatDate, formatMoney, formatPercent } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { BigNumberTile } from '../../../ui/page/cards/big-number-tile.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Why } from '../../../ui/page/why.tsx';
import { saveScenario, useDeleteScenario, useRecalculateScenario, useScenario } from '../api/scenarios.ts';
import { ChoiceText } from '../improvements/choice-text.tsx';
import { riskAnalysesPath, riskAnalysisPath, scenarioPath } from '../paths.ts';
import { ScenarioAssets } from './scenario-assets.tsx';
import { ScenarioState } from './scenarios-section.tsx';

/** A what-if scenario beside its base case: a read-only snapshot of the analysis. */
export function ScenarioPage(): ReactNode {
  const parameters = useParams();
  const id = idIn(parameters.id);
  const scenarioId = idIn(parameters.scenarioId);
  return id === null || scenarioId === null ? <UnknownRecord /> : <Shown id={id} scenarioId={scenarioId} />;
}

function Shown({ id, scenarioId }: { id: number; scenarioId: number }): ReactNode {
  const found = useScenario(id, scenarioId);
  const mayWrite = useAccess('write:risk-analysis');
  if (isUnknown(found.error)) return <UnknownRecord />;
  const { data } = found;
  return (
    <Page
      title={data?.name ?? ''}
      breadcrumbs={[
        { label: 'Risk analyses', to: riskAnalysesPath },
        { label: data?.analysis.name ?? 'Risk analysis', to: riskAnalysisPath(id) },
      ]}
      state={data ? <ScenarioState isValid={data.isValid} /> : null}
      actions={data ? <Actions scenario={data} mayWrite={mayWrite} /> : undefined}
    >
      <Loaded query={found} rows={12} fallback="The scenario could not be loaded.">
        {(scenario) => (
          <Stack spacing={6}>
            <Totals scenario={scenario} />
            <ScenarioAssets scenario={scenario} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ scenario, mayWrite }: { scenario: Scenario; mayWrite: boolean }): ReactNode {
  const { id, riskAnalysisId, name } = scenario;
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const recalculation = useRecalculateScenario(riskAnalysisId, id);
  const deletion = useDeleteScenario(riskAnalysisId, id);
  return (
    <>
      <ErrorState error={recalculation.error} fallback="The scenario could not be recalculated." />
      {mayWrite && !scenario.isValid ? (
        <Button
          variant="contained"
          loading={recalculation.isPending}
          onClick={() =>
            recalculation.mutate(undefined, {
              onSuccess: (made) => void navigate(scenarioPath(riskAnalysisId, made.id)),
            })
          }
        >
          Recalculate as new scenario
        </Button>
      ) : null}
      <ActionsMenu
        label={`Actions for ${name}`}
        actions={[
          { label: 'Download workbook', onChoose: () => void saveScenario(riskAnalysisId, id, name) },
          ...(mayWrite ? [{ label: 'Delete scenario', onChoose: () => setIsAsking(true) }] : []),
        ]}
      />
      {isAsking ? (
        <ConfirmDialog
          title="Delete scenario"
          yes="Delete"
          busy={deletion.isPending}
          onYes={() =>
            deletion.mutate(undefined, { onSuccess: () => void navigate(riskAnalysisPath(riskAnalysisId)) })
          }
          onNo={() => setIsAsking(false)}
        >
          {deletion.error
            ? failureMessage(deletion.error, 'The scenario could not be deleted.')
            : 'The analysis is not changed.'}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Totals({ scenario }: { scenario: Scenario }): ReactNode {
  const { total, analysis, budget, isValid } = scenario;
  const timeZone = useTimeZone();
  const gain = total.risk - total.improvedRisk;
  const date = (value: string | null) => (value === null ? 'not set' : formatDate(value, timeZone));
  return (
    <Stack spacing={4}>
      {isValid ? null : (
        <Alert severity="warning">
          Dates or assets of the analysis have changed since the scenario was created. The scenario still uses
          the earlier ones.
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fill, minmax(200px, 1fr))',
          },
        }}
      >
        <BigNumberTile
          title="Base case"
          value={total.risk}
          format={formatMoney}
          subtitle={`${total.overThreshold} over the threshold`}
        />
        <BigNumberTile
          title="After improvements"
          value={total.improvedRisk}
          format={formatMoney}
          subtitle={`${total.improvedOverThreshold} over the threshold`}
        />
        <BigNumberTile
          title="Change of risk"
          value={0 - gain}
          format={formatMoney}
          subtitle={
            <>
              {total.risk > 0 ? formatPercent((100 * (0 - gain)) / total.risk, 1) : '–'}
              <Why
                subject="the change of risk"
                formula="Risk = ∑ probability / 100 x cost of failure, before and after"
                inputs={[
                  ['Created', scenario.createdBy ?? 'A deleted user', scenario.createdAt],
                  ['Start date', date(analysis.startDate)],
                  ['End date', date(analysis.endDate)],
                  ['Assets', formatCount(analysis.assets)],
                  ['Based on example benchmarks', formatCount(total.examples)],
                  ['With options, not improved', formatCount(total.withoutEffect)],
                ]}
                note="An option gives an asset or a failure mode a new life or probability. The benchmark option uses the longer of the asset life and the benchmark life. Dates and costs of failure do not change. Assets without a risk before or after are excluded from both totals."
              />
            </>
          }
        />
        <BigNumberTile
          title="Improved"
          value={total.improved}
          format={formatCount}
          subtitle={`of ${formatCount(total.improved + total.withoutEffect)} with options`}
        />
        <BigNumberTile
          title="Cost"
          value={total.cost}
          format={formatMoney}
          subtitle={total.withoutCost > 0 ? `${formatCount(total.withoutCost)} without a cost` : null}
        />
        <BigNumberTile
          title="Return"
          value={total.cost === null || total.cost === 0 ? null : gain / total.cost}
          format={(value) => `$${value.toFixed(2)}`}
          subtitle="Risk reduction per dollar"
        />
      </Box>
      {budget ? <ChoiceText choice={budget} /> : null}
      {total.examples === 0 ? null : (
        <Alert severity="info">
          {`${formatCount(total.examples)} of ${formatCount(total.improved)} improvements ${total.examples === 1 ? 'uses' : 'use'} an example benchmark. The risk after improvements, the change of risk and the return depend on it.`}
        </Alert>
      )}
    </Stack>
  );
}
