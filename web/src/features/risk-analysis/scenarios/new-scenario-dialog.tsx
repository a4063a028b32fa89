import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { newScenario } from '@twinward/contracts/risk/scenario';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { useChooseImprovements, useImprovements } from '../api/improvements.ts';
import { useCreateScenario } from '../api/scenarios.ts';
import { ChoiceText } from '../improvements/choice-text.tsx';
import { Costs, dollarsRule } from '../improvements/costs.tsx';
import { scenarioPath } from '../paths.ts';

const nameRule = schemaRule(newScenario.shape.name);

/** Creates a scenario: its name, the cost of improvements, and a budget that limits them. */
export function NewScenarioDialog({
  analysis,
  initialBudget = null,
  onClose,
}: {
  analysis: RiskAnalysis;
  initialBudget?: number | null;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const improvements = useImprovements(analysis.id);
  const create = useCreateScenario(analysis.id);
  const choosing = useChooseImprovements(analysis.id);
  const [name, setName] = useState('');
  const [budget, setBudget] = useState(initialBudget);
  const nameProblem = name === '' ? undefined : (nameRule(name) ?? undefined);
  const budgetProblem = dollarsRule(budget) ?? undefined;
  const canCreate = name !== '' && nameProblem === undefined && budgetProblem === undefined;
  const change = (next: number | null): void => {
    setBudget(next);
    choosing.reset();
  };
  const createScenario = (): void =>
    create.mutate(
      { name: name.trim(), budget },
      { onSuccess: (made) => void navigate(scenarioPath(analysis.id, made.id)) },
    );
  return (
    <FormDialog
      title="New scenario"
      action="Create scenario"
      onSubmit={createScenario}
      disabled={!canCreate}
      saving={create}
      fallback="The scenario could not be created."
      cancel={null}
      spacing={4}
      py={0}
      maxWidth="md"
      onClose={onClose}
    >
      <Muted>
        Each asset gets its best option. For assets marked “Improve”, the characteristic life of the benchmark
        is also an option. Dates and costs of failure do not change.
      </Muted>
      <Field
        label="Name"
        required
        value={name}
        error={nameProblem}
        onChange={(event) => setName(event.target.value)}
      />
      <Loaded query={improvements} rows={4} fallback="The improvements could not be loaded.">
        {(offers) =>
          offers.length === 0 ? (
            <Alert severity="info">
              No asset is marked “Improve” or has options. The scenario will equal the analysis.
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
          hint="Leave empty to include all improvements"
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
      <ErrorState error={choosing.error} fallback="The set could not be found." />
    </FormDialog>
  );
}
