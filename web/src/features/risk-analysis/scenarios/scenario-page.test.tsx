import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Scenario, ScenarioAsset } from '@twinward/contracts/risk/scenario';
import { expect, it, vi } from 'vitest';
import { bandsBetween } from '../../../shared/risk/band.ts';
import { boundsIn } from '../../../shared/risk/bands-dialog.tsx';
import { costLabel } from '../../../shared/risk/matrix-bands.ts';
import { page, serve, show, viewer } from '../../../testing/show.tsx';
import { ScenarioPage } from './scenario-page.tsx';
import { ScenariosSection } from './scenarios-section.tsx';

const scenario: Scenario = {
  id: 5,
  riskAnalysisId: 1,
  name: 'Better pumps',
  isValid: false,
  createdBy: 'ada',
  createdAt: '2024-01-01T00:00:00.000Z',
  analysis: {
    name: 'Refinery',
    startDate: '2024-01-01T00:00:00.000Z',
    endDate: '2025-01-01T00:00:00.000Z',
    missionTime: 'P365D',
    probabilityThreshold: 50,
    assets: 2,
  },
  total: {
    risk: 12_000,
    improvedRisk: 3000,
    improved: 1,
    withoutEffect: 1,
    cost: 4500,
    withoutCost: 0,
    examples: 0,
    overThreshold: 0,
    improvedOverThreshold: 0,
  },
  budget: {
    budget: 5000,
    assetIds: [7],
    options: [{ assetId: 7, optionId: null }],
    cost: 4500,
    gain: 9000,
    isExact: true,
    bound: 9000,
    withoutCost: 1,
    examples: 0,
  },
};
const asset: ScenarioAsset = {
  assetId: 7,
  assetName: 'Feed pump',
  taxonomy: 'Rotating - Pumps',
  improve: true,
  options: [{ name: 'Benchmark', failureMode: null, cost: 4500 }],
  noEffect: null,
  cost: 4500,
  shape: 2,
  characteristicLife: 1000,
  improvedCharacteristicLife: 2000,
  benchmark: { characteristicLife: 2000, level: 'class', isExample: false },
  probability: 12,
  improvedProbability: 3,
  consequence: 100_000,
  risk: 12_000,
  improvedRisk: 3000,
  gain: 9000,
  returnOnCost: 2,
  failureModes: [{ name: 'Seal leak', before: 8.04, after: 2.0408 }],
};
const path = '/api/riskanalyses/1/scenarios/5';
const renewedPath = '/api/riskanalyses/1/scenarios/6';
const answers = {
  [`GET ${path}`]: () => Response.json(scenario),
  [`POST ${path}/assets/filters`]: () => page([asset]),
  [`POST ${path}/recalculate`]: () => Response.json({ ...scenario, id: 6 }, { status: 201 }),
  [`GET ${renewedPath}`]: () => Response.json({ ...scenario, id: 6 }),
  [`POST ${renewedPath}/assets/filters`]: () => page([asset]),
};
const address = '/apps/riskanalyses/1/scenarios/5';
const route = '/apps/riskanalyses/:id/scenarios/:scenarioId';

it('shows a scenario with its base case, and recalculates an invalid one as a new scenario', async () => {
  serve(answers);
  const router = show(<ScenarioPage />, route, address, {
    ...viewer,
    assignedRecordTypes: ['risk-analysis'],
  });
  expect(await screen.findByText('Invalidated')).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Base case' }).textContent).toContain('$12,000');
  expect(screen.getByRole('group', { name: 'After improvements' }).textContent).toContain('$3,000');
  expect(screen.getByRole('group', { name: 'Change of risk' }).textContent).toContain('-$9,000');
  expect(screen.getByRole('group', { name: 'Return' }).textContent).toContain('$2.00');
  expect(
    screen.getByText(
      "1 improvement for $4,500 of $5,000 reduces the risk by $9,000. No other set within the budget reduces the risk more. 1 without a cost can't be chosen.",
    ),
  ).toBeTruthy();
  expect(await screen.findByText('12 % → 3 %')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Recalculate as new scenario' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/apps/riskanalyses/1/scenarios/6'), {
    timeout: 10_000,
  });
});

it('marks totals based on example benchmarks, on the page and in the list', async () => {
  const byExample = { ...scenario, total: { ...scenario.total, examples: 1 } };
  serve({ ...answers, [`GET ${path}`]: () => Response.json(byExample) });
  show(<ScenarioPage />, route, address);
  const note =
    '1 of 1 improvements uses an example benchmark. The risk after improvements, the change of risk and the return depend on it.';
  expect(await screen.findByText(note)).toBeTruthy();
  cleanup();
  serve({
    'GET /api/riskanalyses/1/scenarios': () =>
      Response.json([byExample, { ...scenario, id: 6, name: 'By own figures' }]),
  });
  show(<ScenariosSection analysis={{ id: 1 } as RiskAnalysis} blocked={null} />, '/', '/');
  const list = within(await screen.findByRole('table', { name: 'What-if scenarios' }));
  expect(list.getByRole('row', { name: /^Better pumps / }).textContent).toContain('$3,000 (example)');
  expect(list.getByRole('row', { name: /^By own figures / }).textContent).not.toContain('example');
});

it('has the columns and filters of the analysis, with figures before and after', async () => {
  const asked = serve({
    ...answers,
    'GET /api/settings/system/edition': () => Response.json({ edition: 'ara', assetLimit: 100 }),
  });
  show(<ScenarioPage />, route, `${address}?life=worse&opportunity=under`);
  const table = await screen.findByRole('table', { name: 'Assets of the scenario' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual([
    ...['Improve', 'Name', 'Taxonomy', 'Characteristic Life', 'Opp.', 'Probability', 'Cost of Failure'],
    ...['Risk', 'After', 'Change', 'Return', 'Actions'],
  ]);
  expect(await within(table).findByText('1,000 days → 2,000 days')).toBeDefined();
  expect(asked.map(({ body }) => body)).toContainEqual({
    filters: [
      { field: 'ComparativeMtbf', operator: 'LessThanEqualTo', value: -0.5, dataType: 'N' },
      { field: 'Opportunity', operator: 'EqualTo', value: false, dataType: 'B' },
    ],
    sorts: [{ field: 'Gain', direction: 'Descending' }],
  });
});

it('shows the full reason why options have no effect', async () => {
  const noEffect = 'The characteristic life of the asset is not known.';
  serve({ ...answers, [`POST ${path}/assets/filters`]: () => page([{ ...asset, noEffect }]) });
  show(<ScenarioPage />, route, address);
  const table = await screen.findByRole('table', { name: 'Assets of the scenario' });
  const reason = await within(table).findByRole('cell', { name: noEffect });
  expect(getComputedStyle(reason).whiteSpace).toBe('normal');
  expect(getComputedStyle(reason).textOverflow).not.toBe('ellipsis');
});

it('is read-only for users who may not write analyses', async () => {
  serve(answers);
  show(<ScenarioPage />, route, address);
  await screen.findByText('12 % → 3 %');
  expect(screen.queryByRole('button', { name: 'Recalculate as new scenario' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Feed pump' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['View']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'View' }));
  const dialog = await screen.findByRole('dialog', { name: 'Feed pump' });
  expect(
    within(dialog)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['Figure', 'Base case', 'After'],
    ['Characteristic life', '1,000 days', '2,000 days'],
    ['Probability', '12 %', '3 %'],
    ['Cost of failure', '$100,000', '$100,000'],
    ['Risk', '$12,000', '$3,000'],
    ['Failure mode', 'Base case', 'After'],
    ['Seal leak', '8.0 %', '2.0 %'],
  ]);
  expect(within(dialog).queryByRole('textbox')).toBeNull();
});

it('labels the bands of a risk matrix, and parses their bounds', () => {
  expect(bandsBetween([1000, 1_000_000]).map(costLabel)).toEqual(['under $1k', '$1k to $1M', '$1M and over']);
  expect(boundsIn('5, 20; 50', 100)).toEqual([5, 20, 50]);
  expect(boundsIn('', 100)).toBe('Required.');
  expect(boundsIn('5, x', 100)).toBe('Please enter integers, for example 5, 20, 50.');
  expect(boundsIn('50, 20', 100)).toBe('Please enter numbers in ascending order.');
  expect(boundsIn('101', 100)).toBe('Please enter numbers between 1 and 100.');
});
