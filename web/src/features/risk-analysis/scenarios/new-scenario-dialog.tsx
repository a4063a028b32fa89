import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { type BudgetChoice, type ImprovementOffer, newScenario } from '@twinward/contracts/risk/scenario';
import { ruleOf } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { formatCount, formatMoney } from '../../../ui/format/format.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { visuallyHidden } from '../../../ui/page/visually-hidden.ts';
import { useChooseImprovements, useImprovements, useMakeScenario, useSetCosts } from '../api/scenarios.ts';
import { scenarioPath } from '../paths.ts';

const nameRule = ruleOf(newScenario.shape.name);
const dollarsRule = ruleOf(newScenario.shape.budget);

/** Creates a scenario: its name, the cost of improvements, and a budget that limits them. */
export function NewScenarioDialog({
  analysis,
  onClose,
}: {
  analysis: RiskAnalysis;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const improvements = useImprovements(analysis.id);
  const making = useMakeScenario(analysis.id);
  const choosing = useChooseImprovements(analysis.id);
  const [name, setName] = useState('');
  const [budget, setBudget] = useState<number | null>(null);
  const nameProblem = name === '' ? undefined : (nameRule(name) ?? undefined);
  const budgetProblem = dollarsRule(budget) ?? undefined;
  const canMake = name !== '' && nameProblem === undefined && budgetProblem === undefined;
  const change = (next: number | null): void => {
    setBudget(next);
    choosing.reset();
  };
  const make = (): void =>
    making.mutate(
      { name: name.trim(), budget },
      { onSuccess: (made) => void navigate(scenarioPath(analysis.id, made.id)) },
    );
  return (
    <AppDialog
      title="New scenario"
      maxWidth="md"
      busy={making.isPending}
      onClose={onClose}
      actions={
        <Button variant="contained" disabled={!canMake} onClick={make}>
          Make scenario
        </Button>
      }
    >
      <Stack spacing={4}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Each asset that is marked to be improved gets the characteristic life of its benchmark. Dates and
          costs of failure stay.
        </Typography>
        <Field
          label="Name"
          value={name}
          error={nameProblem}
          onChange={(event) => setName(event.target.value)}
        />
        <Loaded query={improvements} rows={4} fallback="The improvements could not be loaded.">
          {(offers) =>
            offers.length === 0 ? (
              <Alert severity="info">
                No asset is marked to be improved: the scenario will be as the analysis is.
              </Alert>
            ) : (
              <Costs analysisId={analysis.id} offers={offers} chosen={choosing.data ?? null} />
            )
          }
        </Loaded>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={4} sx={{ alignItems: { sm: 'flex-end' } }}>
          <NumberField
            label="Budget"
            unit="$"
            hint="Empty: all improvements are made"
            error={budgetProblem}
            value={budget}
            onChange={change}
          />
          <Button
            disabled={budget === null || budgetProblem !== undefined}
            loading={choosing.isPending}
            onClick={() => budget !== null && choosing.mutate(budget)}
            sx={{ flexShrink: 0 }}
          >
            Find the best set
          </Button>
        </Stack>
        {choosing.data ? <ChoiceText choice={choosing.data} /> : null}
        {choosing.error ? <ErrorState error={choosing.error} fallback="The set could not be found." /> : null}
        {making.error ? <ErrorState error={making.error} fallback="The scenario could not be made." /> : null}
      </Stack>
    </AppDialog>
  );
}

/** The gain of the best set within a budget, and how certain it is. */
export function ChoiceText({ choice }: { choice: BudgetChoice }): ReactNode {
  const { assetIds, cost, gain, isExact, bound, budget, withoutCost } = choice;
  const count = assetIds.length;
  return (
    <Alert severity={isExact ? 'success' : 'warning'}>
      {`${formatCount(count)} ${count === 1 ? 'improvement' : 'improvements'} for ${formatMoney(cost)} of ${formatMoney(budget)} ${count === 1 ? 'takes' : 'take'} ${formatMoney(gain)} off the risk. `}
      {isExact
        ? 'No other set within the budget takes off more.'
        : `This is the best that was found in time; no set can take off more than ${formatMoney(bound)}.`}
      {withoutCost > 0 ? ` ${formatCount(withoutCost)} without a cost can't be chosen.` : ''}
    </Alert>
  );
}

function Costs({
  analysisId,
  offers,
  chosen,
}: {
  analysisId: number;
  offers: readonly ImprovementOffer[];
  chosen: BudgetChoice | null;
}): ReactNode {
  const setting = useSetCosts(analysisId);
  const ids = new Set(chosen?.assetIds ?? []);
  return (
    <Stack spacing={2}>
      <DataTable
        label="Improvements"
        rows={offers.slice(0, 100)}
        rowKey={(offer) => offer.assetId}
        columns={[
          {
            id: 'asset',
            header: 'Asset',
            cell: (offer) => `${offer.assetName}${ids.has(offer.assetId) ? ' – chosen' : ''}`,
          },
          {
            id: 'gain',
            header: 'Off the risk',
            numeric: true,
            wraps: true,
            cell: (offer) =>
              offer.noEffect === null ? formatMoney(offer.gain) : `No effect. ${offer.noEffect}`,
          },
          {
            id: 'cost',
            header: 'Cost, $',
            width: '180px',
            cell: (offer) => (
              <CostField offer={offer} onSet={(cost) => setting.mutate([{ assetId: offer.assetId, cost }])} />
            ),
          },
        ]}
      />
      {offers.length > 100 ? 'The 100 that gain most are shown; the others count as well.' : null}
      {setting.error ? <ErrorState error={setting.error} fallback="The cost could not be saved." /> : null}
    </Stack>
  );
}

function CostField({
  offer,
  onSet,
}: {
  offer: ImprovementOffer;
  onSet: (cost: number | null) => void;
}): ReactNode {
  const [cost, setCost] = useState(offer.cost);
  const problem = dollarsRule(cost) ?? undefined;
  return (
    <Box sx={{ py: 1, '& label': visuallyHidden, '& input': { px: 2 } }}>
      <NumberField
        label={`Cost for ${offer.assetName}`}
        value={cost}
        error={problem}
        onChange={setCost}
        onBlur={() => {
          if (problem === undefined && cost !== offer.cost) onSet(cost);
        }}
      />
    </Box>
  );
}
