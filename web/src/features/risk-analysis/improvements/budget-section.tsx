import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ImprovementSets } from '@twinward/contracts/risk/improvement';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { chooseWithinBudget } from '@twinward/domain/risk/budget';
import { type ReactNode, useMemo, useState } from 'react';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { formatCount, formatMoney } from '../../../ui/format/format.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useImprovementSets } from '../api/improvements.ts';
import { NewScenarioDialog } from '../scenarios/new-scenario-dialog.tsx';
import { BudgetChart } from './budget-chart.tsx';
import { budgetCurve, fullCost, type SetChoice, toChoices } from './budget-curve.ts';
import { dollarsRule } from './costs.tsx';
import { examplesText, optionLabel } from './option-text.ts';

/** The best set of options for a budget, updated while the budget changes. */
export function BudgetSection({
  analysis,
  blocked,
}: {
  analysis: RiskAnalysis;
  /** Why changes are blocked; null if they are allowed. */
  blocked: string | null;
}): ReactNode {
  const sets = useImprovementSets(analysis.id);
  return (
    <Section title="Improvements within a budget">
      <Loaded query={sets} rows={6} fallback="The options could not be loaded.">
        {(found) =>
          found.assets.length === 0 ? (
            <EmptyState
              title="No improvement options"
              hint="Mark assets for improvement or add options, each with a cost. Then enter a budget to find the best set."
            />
          ) : (
            <Chosen analysis={analysis} sets={found} blocked={blocked} />
          )
        }
      </Loaded>
    </Section>
  );
}

const positions = 100;

function Chosen({
  analysis,
  sets,
  blocked,
}: {
  analysis: RiskAnalysis;
  sets: ImprovementSets;
  blocked: string | null;
}): ReactNode {
  const mayWrite = useAccess('write:risk-analysis');
  const choices = useMemo(() => toChoices(sets), [sets]);
  const full = fullCost(sets);
  const curve = useMemo(() => budgetCurve(choices, full), [choices, full]);
  const [typed, setTyped] = useState<number | null>(() => Math.round(full / 2));
  const [isMaking, setIsMaking] = useState(false);
  const problem = dollarsRule(typed) ?? undefined;
  const budget = problem === undefined ? (typed ?? 0) : 0;
  const choice = useMemo(() => chooseWithinBudget(choices, budget), [choices, budget]);
  const risk = sets.risk ?? 0;
  return (
    <Stack spacing={4}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={6} sx={{ alignItems: { sm: 'center' } }}>
        <Box sx={{ flex: 1, px: 2 }}>
          <Slider
            aria-label="Budget"
            min={0}
            max={full}
            step={Math.max(1, Math.ceil(full / positions))}
            value={Math.min(budget, full)}
            getAriaValueText={formatMoney}
            onChange={(_, value) => setTyped(value)}
          />
        </Box>
        <Box sx={{ width: { sm: 200 } }}>
          <NumberField label="Budget amount" unit="$" error={problem} value={typed} onChange={setTyped} />
        </Box>
        {mayWrite ? (
          <Button
            disabled={blocked !== null}
            onClick={() => setIsMaking(true)}
            sx={{ flexShrink: 0, alignSelf: { sm: 'flex-end' } }}
          >
            Create scenario
          </Button>
        ) : null}
      </Stack>
      <Outcome choice={choice} risk={risk} budget={budget} withoutCost={sets.withoutCost} />
      <Box
        sx={{
          display: 'grid',
          gap: 6,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <BudgetChart curve={curve} risk={risk} budget={budget} gain={choice.gain} />
        <ChosenSet sets={sets} choice={choice} />
      </Box>
      {isMaking ? (
        <NewScenarioDialog analysis={analysis} initialBudget={budget} onClose={() => setIsMaking(false)} />
      ) : null}
    </Stack>
  );
}

function Outcome({
  choice: { chosen, cost, gain, isExact, bound },
  risk,
  budget,
  withoutCost,
}: {
  choice: SetChoice;
  risk: number;
  budget: number;
  withoutCost: number;
}): ReactNode {
  const examples = chosen.filter(({ alternative }) =>
    alternative.options.some((option) => option.isExample),
  ).length;
  const count = chosen.reduce((sum, { alternative }) => sum + alternative.options.length, 0);
  return (
    <>
      <Typography role="status">
        {`${formatCount(count)} ${count === 1 ? 'option' : 'options'} for ${formatMoney(cost)} of ${formatMoney(budget)}: the risk falls from ${formatMoney(risk)} to ${formatMoney(risk - gain)}. `}
        {isExact ? 'No other set within the budget reduces the risk more.' : ''}
        {withoutCost > 0 ? ` ${formatCount(withoutCost)} without a cost can't be chosen.` : ''}
        {examplesText(examples)}
      </Typography>
      {isExact ? null : (
        <Alert severity="warning">
          {`Best set found within the time limit. No set can reduce the risk by more than ${formatMoney(bound)}.`}
        </Alert>
      )}
    </>
  );
}

const mostShown = 100;

function ChosenSet({ sets, choice }: { sets: ImprovementSets; choice: SetChoice }): ReactNode {
  const names = useMemo(() => new Map(sets.assets.map((asset) => [asset.assetId, asset.assetName])), [sets]);
  const rows = choice.chosen
    .map(({ id, alternative }) => ({ id, ...alternative }))
    .toSorted((a, b) => b.gain - a.gain);
  if (rows.length === 0) return <EmptyState title="No option fits the budget." />;
  return (
    <Box sx={{ minWidth: 0 }}>
      <DataTable
        label="Chosen set"
        rows={rows.slice(0, mostShown)}
        rowKey={({ id }) => id}
        columns={[
          { id: 'asset', header: 'Asset', wraps: true, cell: ({ id }) => names.get(id) },
          {
            id: 'options',
            header: 'Options',
            wraps: true,
            cell: ({ options }) => options.map(optionLabel).join(', '),
          },
          {
            id: 'gain',
            header: 'Risk reduction',
            numeric: true,
            width: '120px',
            cell: ({ gain }) => formatMoney(gain),
          },
          {
            id: 'cost',
            header: 'Cost',
            numeric: true,
            width: '112px',
            wide: true,
            cell: ({ cost }) => formatMoney(cost),
          },
        ]}
      />
      {rows.length > mostShown ? `Only the ${mostShown} with the largest risk reduction are shown.` : null}
    </Box>
  );
}
