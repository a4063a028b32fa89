import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BudgetChoice, ImprovementOffer } from '@twinward/contracts/risk/improvement';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { expect, it, vi } from 'vitest';
import { serve, show } from '../../../testing/show.tsx';
import { NewScenarioDialog } from './new-scenario-dialog.tsx';

const offer: ImprovementOffer = {
  assetId: 7,
  assetName: 'Feed pump',
  optionId: null,
  name: 'Benchmark',
  failureMode: null,
  cost: null,
  risk: 45_000,
  gain: 21_000,
  noEffect: null,
  isExample: false,
};
const choice: BudgetChoice = {
  budget: 12_000,
  assetIds: [7],
  options: [{ assetId: 7, optionId: null }],
  cost: 8000,
  gain: 21_000,
  isExact: true,
  bound: 21_000,
  withoutCost: 0,
  examples: 0,
};

it('requests the best set only after pending costs are saved', async () => {
  let save = (): void => undefined;
  const saved = new Promise<void>((resolve) => {
    save = resolve;
  });
  const path = '/api/riskanalyses/1';
  const asked = serve({
    [`GET ${path}/improvements`]: () => Response.json([offer]),
    [`PUT ${path}/improvements/costs`]: async () => {
      await saved;
      return new Response(null, { status: 204 });
    },
    [`POST ${path}/budget`]: () => Response.json(choice),
  });
  const calls = () => asked.map(({ call }) => call);
  show(<NewScenarioDialog analysis={{ id: 1 } as RiskAnalysis} onClose={() => undefined} />, '/', '/');
  const dialog = within(await screen.findByRole('dialog', { name: 'New scenario' }));
  await userEvent.type(dialog.getByLabelText('Budget'), '12000');
  await userEvent.type(await dialog.findByLabelText('Cost for Feed pump'), '8000');
  await userEvent.click(dialog.getByRole('button', { name: 'Find the best set' }));
  await vi.waitFor(() => expect(calls()).toContain(`PUT ${path}/improvements/costs`));
  expect(calls()).not.toContain(`POST ${path}/budget`);
  save();
  expect(await dialog.findByText(/^1 improvement for \$8,000 of \$12,000/)).toBeDefined();
});
