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

/** A what-if scenario beside its base case. It is a read-only snapshot of the analysis. */
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
      {recalculation.error ? (
        <ErrorState error={recalculation.error} fallback="The scenario could not be recalculated." />
      ) : null}
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
          Recalculate as new
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
            : 'The analysis stays as it is.'}
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
          Dates or assets of the analysis have changed since. The scenario shows the analysis as it was.
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
          title="With the improvements"
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
                formula="Risk = probability / 100 x cost of failure, summed up before and after"
                inputs={[
                  ['Created', scenario.createdBy ?? 'A deleted user', scenario.createdAt],
                  ['Start date', date(analysis.startDate)],
                  ['End date', date(analysis.endDate)],
                  ['Assets', formatCount(analysis.assets)],
                  ['By examples of benchmarks', formatCount(total.examples)],
                  ['With options, but left as they are', formatCount(total.withoutEffect)],
                ]}
                note="An option gives an asset or a failure mode a life or a probability; the benchmark gives the longer of the own characteristic life and its own. Dates and costs of failure stay. Assets without a risk before or after are left out of both sums."
              />
            </>
          }
        />
        <BigNumberTile
          title="Improved"
          value={total.improved}
          format={formatCount}
          subtitle={`Of ${formatCount(total.improved + total.withoutEffect)} with options`}
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
          {`${formatCount(total.examples)} of ${formatCount(total.improved)} improvements ${total.examples === 1 ? 'rests' : 'rest'} on the example of a benchmark: so do the risk with the improvements, the change of risk and the return.`}
        </Alert>
      )}
    </Stack>
  );
}
