import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ImprovementSets } from '@twinward/contracts/risk/improvement';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { expect, it } from 'vitest';
import { serve, show } from '../../../testing/show.tsx';
import { budgetCurve, fullCost, toChoices } from './budget-curve.ts';
import { BudgetSection } from './budget-section.tsx';

const createSet = (name: string, cost: number, gain: number, isExample = false) => ({
  cost,
  gain,
  options: [{ optionId: isExample ? null : cost, name, failureMode: null, isExample }],
});
const sets: ImprovementSets = {
  risk: 30_000,
  withoutCost: 1,
  assets: [
    {
      assetId: 1,
      assetName: 'Feed pump',
      sets: [createSet('Seal', 1000, 4000), createSet('Spare', 6000, 10_000)],
    },
    { assetId: 2, assetName: 'Fan', sets: [createSet('Benchmark', 4000, 7000, true)] },
  ],
};

it('draws the curve of the best gain of each budget up to the full cost', () => {
  const full = fullCost(sets);
  expect(full).toBe(10_000);
  const curve = budgetCurve(toChoices(sets), full);
  const gainAt = (budget: number) => curve.find((point) => point.budget === budget)?.gain;
  expect([0, 800, 1000, 4000, 5000, 6000, 9800, 10_000].map(gainAt)).toEqual([
    ...[0, 0, 4000, 7000, 11_000, 11_000, 11_000, 17_000],
  ]);
  expect(curve.every(({ isExact }) => isExact)).toBe(true);
});

it('updates the set at once when the budget is changed by keys or typed', async () => {
  serve({ 'GET /api/riskanalyses/1/improvements/sets': () => Response.json(sets) });
  show(
    <BudgetSection analysis={{ id: 1 } as RiskAnalysis} blocked={null} />,
    '/apps/riskanalyses/:id',
    '/apps/riskanalyses/1',
  );
  const status = await screen.findByText(/^2 options for \$5,000 of \$5,000/);
  expect(status.textContent).toContain('the risk falls from $30,000 to $19,000.');
  expect(status.textContent).toContain("1 without a cost can't be chosen.");
  expect(status.textContent).toContain('1 of them uses an example benchmark.');
  const chosen = () =>
    within(screen.getByRole('table', { name: 'Chosen set' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(chosen()).toEqual([
    expect.stringMatching(/^FanBenchmark \(example\)\$7,000/),
    expect.stringMatching(/^Feed pumpSeal\$4,000/),
  ]);
  const slider = screen.getByRole('slider', { name: 'Budget' });
  expect(slider.getAttribute('aria-valuetext')).toBe('$5,000');
  fireEvent.keyDown(slider, { key: 'End' });
  expect(screen.getByText(/^2 options for \$10,000 of \$10,000/)).toBeDefined();
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  expect(screen.getByText(/^2 options for \$5,000 of \$9,900/)).toBeDefined();
  await userEvent.clear(screen.getByLabelText('Budget amount'));
  await userEvent.type(screen.getByLabelText('Budget amount'), '900');
  expect(screen.getByText(/^0 options for \$0 of \$900/)).toBeDefined();
  expect(screen.getByText('No option fits the budget.')).toBeDefined();
});
