import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { RiskAnalysisPage } from './risk-analysis-page.tsx';

const writer = { ...viewer, assignedRecordTypes: ['risk-analysis'] };
const plant: RiskAnalysis = {
  id: 7,
  name: 'Plant',
  description: '',
  startDate: '2024-01-01T00:00:00.000Z',
  missionTime: 'P1Y',
  endDate: '2024-12-31T00:00:00.000Z',
  probabilityThreshold: 50,
  ownerId: 1,
  owner: 'ada',
  assetCount: 1,
  overThreshold: 1,
  risk: 600,
  updatedAt: '2024-01-01T00:00:00.000Z',
  maximumConsequence: 1000,
  assetLimit: 100,
  canAddAsset: true,
  canDeleteAsset: true,
  validScenarios: [],
  recalculating: false,
  outdated: false,
  asOf: '2024-06-01T00:00:00.000Z',
  conditionalRisk: 400,
  withoutConditional: 0,
  fields: {},
  version: 1,
};
const scenarios = (count: number): RiskAnalysis['validScenarios'] =>
  Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    name: `Scenario ${place + 1}`,
    createdAt: '2024-01-01T00:00:00.000Z',
  }));
const pump: RiskAnalysisAsset = {
  assetId: 3,
  assetName: 'Feed pump',
  assetUniqueId: 'P-3',
  assetClass: 'Rotating//Pumps//Centrifugal',
  assetClassLabel: 'Rotating - Pumps - Centrifugal',
  categoryId: 1,
  classId: 2,
  typeId: 3,
  twinId: null,
  twinStartDate: null,
  outOfServiceAt: null,
  twinMissionTime: null,
  improve: false,
  improveDescription: '',
  probabilityValue: 60,
  probabilitySource: 'analysis',
  probabilityFailureDistributionScale: 'P1000D',
  distributionType: 'weibull',
  shape: 2,
  library: false,
  consequenceValue: 1000,
  consequenceSource: 'analysis',
  risk: 600,
  opportunity: true,
  conditionalProbability: 40,
  conditionalRisk: 400,
  renewedAt: '2024-01-01T00:00:00.000Z',
  underRepair: false,
  benchmarkIsExample: false,
  comparativeMtbf: '-P120D',
  benchmarkLevel: 'class',
  asset: { failureData: null },
  version: 4,
};

const answers = (analysis: RiskAnalysis = plant, edition: 'ara' | 'apm' = 'ara'): Answers => ({
  'GET /api/riskanalyses/7': () => Response.json(analysis),
  'GET /api/riskanalyses/7/risk-over-time': () => Response.json({ times: [], risk: [] }),
  'GET /api/settings/system/edition': () =>
    Response.json({ edition, assetLimit: 100, upgradeAddress: 'sales@plant.example' }),
  'POST /api/riskanalyses/7/assets/filters': () => page([pump]),
  'PUT /api/riskanalyses/7/assets/3': () => Response.json({ ...pump, improve: true, version: 5 }),
});
const open = (user = writer) =>
  show(<RiskAnalysisPage />, '/apps/riskanalyses/:id', '/apps/riskanalyses/7', user);
const toggle = () => screen.findByRole('checkbox', { name: 'Improve Feed pump' });

beforeEach(() => window.sessionStorage.clear());

describe('the page of a risk analysis', () => {
  it('shows the figures of each asset, with taxonomy and units by edition', async () => {
    serve(answers());
    open();
    const table = await screen.findByRole('table', { name: 'Assets of the analysis' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual([
      'Improve',
      'Name',
      'Taxonomy',
      'Characteristic Life',
      'Opp.',
      'Probability',
      'Given survival',
      'Cost of Failure',
      'Risk',
      'Actions',
    ]);
    expect(within(table).getByText('Rotating - Pumps')).toBeDefined();
    expect(within(table).getByText('1,000 days')).toBeDefined();
    expect(within(table).getByLabelText('120 days worse than the library (class)')).toBeDefined();
    expect(await screen.findByText(/^1 of 100 assets at this tier\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'More actions for assets' })).toBeDefined();
  });

  it.each([
    [{ categoryId: null, benchmarkLevel: null }, 'No taxonomy assigned.'],
    [{ benchmarkLevel: null }, 'No library characteristic life found for the taxonomy.'],
    [{}, 'The asset has no characteristic life. Set a probability or measure its MTBF.'],
  ])('shows in a tooltip why a life cannot be compared: %j', async (changes, reason) => {
    const alone = { ...pump, comparativeMtbf: null, ...changes };
    serve({ ...answers(), 'POST /api/riskanalyses/7/assets/filters': () => page([alone]) });
    open();
    await userEvent.hover(await screen.findByText('1,000 days'));
    expect((await screen.findByRole('tooltip')).textContent).toBe(reason);
  });

  it('marks a comparison with an example benchmark', async () => {
    const compared = { ...pump, benchmarkIsExample: true };
    serve({ ...answers(), 'POST /api/riskanalyses/7/assets/filters': () => page([compared]) });
    open();
    const hint = '120 days worse than the library (class), example value';
    expect(await screen.findByLabelText(hint)).toBeDefined();
  });

  it('shows that an asset out of service before the start has no probability', async () => {
    const retired = {
      ...pump,
      probabilityValue: null,
      risk: null,
      outOfServiceAt: '2023-06-01T00:00:00.000Z',
    };
    serve({ ...answers(), 'POST /api/riskanalyses/7/assets/filters': () => page([retired]) });
    open();
    const hint = 'The asset went out of service before the analysis start date, so it has no probability.';
    expect(await screen.findByLabelText(hint)).toBeDefined();
  });

  it('explains the probability and the risk of a row without opening it', async () => {
    serve(answers());
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Why the risk of Feed pump' }));
    const risk = screen.getByRole('dialog');
    expect(risk.textContent).toContain('60 %, this analysis only');
    expect(risk.textContent).toContain('$1,000, this analysis only');
    // A click in the explanation must not open the row.
    await userEvent.click(within(risk).getByText('Risk = probability / 100 × cost of failure'));
    expect(screen.getAllByRole('dialog')).toEqual([risk]);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Why the probability of Feed pump' }));
    expect(screen.getByRole('dialog').textContent).toContain('P = 1 − exp(−(t / η)^β), Weibull');
  });

  it('has no import in the full edition, and shows the taxonomy type', async () => {
    const measured = {
      ...pump,
      assetId: 4,
      probabilityFailureDistributionScale: null,
      comparativeMtbf: 'P730D',
    };
    serve({
      ...answers(plant, 'apm'),
      'POST /api/riskanalyses/7/assets/filters': () => page([pump, measured]),
    });
    open();
    expect((await screen.findAllByText('Rotating - Pumps - Centrifugal')).length).toBe(2);
    expect(
      screen.getByLabelText('From measured MTBF: 2 years better than the library (class)'),
    ).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'More actions for assets' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Export to Excel']);
  });

  it('filters by benchmark and opportunity, and explains the missing values', async () => {
    const bare = {
      ...pump,
      assetId: 5,
      assetName: 'Bare pump',
      assetClassLabel: '',
      categoryId: null,
      classId: null,
      typeId: null,
      consequenceValue: null,
      risk: null,
      opportunity: null,
      comparativeMtbf: null,
    };
    serve({ ...answers(), 'POST /api/riskanalyses/7/assets/filters': () => page([pump, bare]) });
    open();
    await toggle();
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .slice(1)
        .map(({ textContent }) => textContent);
    expect(options('Characteristic life')).toEqual([
      'Worse than benchmark',
      'Better than benchmark',
      'No benchmark available',
    ]);
    expect(options('Opportunity')).toEqual(['Over opportunity threshold', 'Under opportunity threshold']);
    expect(screen.getByLabelText('No consequence value.')).toBeDefined();
    expect(screen.getByLabelText('Opportunity not calculated.')).toBeDefined();
  });

  it('shows the notes of an improvement, or a placeholder', async () => {
    serve({
      ...answers(),
      'POST /api/riskanalyses/7/assets/filters': () => page([{ ...pump, improve: true }]),
    });
    open();
    await userEvent.hover(await toggle());
    expect(await screen.findByText('No improvement notes specified.')).toBeDefined();
  });

  it('requires confirmation before it deletes an asset', async () => {
    const asked = serve(answers());
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Feed pump' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('Are you sure you want to delete this asset?')).toBeDefined();
    expect(asked.some(({ call }) => call.endsWith('/assets/remove'))).toBe(false);
  });

  it('disables adding and deleting if the edition requires it', async () => {
    serve(answers({ ...plant, canAddAsset: false, canDeleteAsset: false }));
    open();
    const add = await screen.findByRole('button', { name: 'Add assets' });
    expect(add.hasAttribute('disabled')).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Feed pump' }));
    const remove = await screen.findByRole('menuitem', { name: 'Delete' });
    expect(remove.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('menuitem', { name: 'Edit' }).getAttribute('aria-disabled')).toBeNull();
  });

  it('blocks adding at the limit of the tier, with a link to upgrade', async () => {
    serve(answers({ ...plant, assetCount: 100 }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add assets' }));
    expect(
      await screen.findByText(
        'You have reached your maximum limit of 100 assets for the analysis at this tier - you can easily upgrade to get more!',
      ),
    ).toBeDefined();
    const links = screen.getAllByRole('link', { name: 'Upgrade' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array(2).fill('mailto:sales@plant.example'),
    );
  });

  it('shows no link to upgrade without a configured URL', async () => {
    serve({
      ...answers(),
      'GET /api/settings/system/edition': () =>
        Response.json({ edition: 'ara', assetLimit: 100, upgradeAddress: '' }),
    });
    open();
    expect(await screen.findByText(/^1 of 100 assets at this tier\./)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull();
  });

  it('sends the filters to the server', async () => {
    const asked = serve(answers());
    open();
    await toggle();
    await userEvent.selectOptions(screen.getByLabelText('Characteristic life'), 'Worse than benchmark');
    await screen.findByRole('button', { name: 'Remove filter: Worse than benchmark' });
    await expect
      .poll(() => JSON.stringify(asked.findLast(({ call }) => call.endsWith('/assets/filters'))?.body))
      .toContain('"field":"ComparativeMtbf","operator":"LessThanEqualTo","value":-0.5');
    expect(asked.find(({ call }) => call.endsWith('/assets/filters'))?.body).toEqual({
      filters: [],
      sorts: [{ field: 'Risk', direction: 'Descending' }],
    });
  });

  it('links a cell of the risk matrix to its assets', async () => {
    const portfolio: Portfolio = {
      calculatedAt: '2024-01-01T00:00:00.000Z',
      bands: { probability: [5, 20, 50, 80], consequence: [1000, 10_000] },
      matrix: [{ probability: 3, consequence: 0, assets: 1, risk: 600 }],
      total: { assets: 1, withRisk: 1, risk: 600 },
      pareto: [
        { assetId: 3, assetName: 'Feed pump', probability: 60, consequence: 500, risk: 300, cumulative: 100 },
      ],
      locations: [],
      classes: [],
    };
    const asked = serve({
      ...answers(),
      'GET /api/riskanalyses/7/portfolio': () => Response.json(portfolio),
    });
    open();
    const matrix = await screen.findByRole('table', {
      name: 'Assets and risk by probability and cost of failure',
    });
    await userEvent.click(within(matrix).getByRole('link', { name: '1 asset' }));
    await screen.findByRole('button', { name: 'Remove filter: Probability 50 % to 80 %' });
    await screen.findByRole('button', { name: 'Remove filter: Cost of failure under $1k' });
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filtered assets' })),
    );
    const number = { dataType: 'N' };
    expect(asked.map(({ body }) => body)).toContainEqual({
      filters: [
        { field: 'Probability', operator: 'GreaterThanEqualTo', value: 50, ...number },
        { field: 'Probability', operator: 'LessThan', value: 80, ...number },
        { field: 'FailureCost', operator: 'LessThan', value: 1000, ...number },
      ],
      sorts: [{ field: 'Risk', direction: 'Descending' }],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    await userEvent.click(
      within(screen.getByRole('table', { name: 'Pareto of the risk' })).getByRole('link', {
        name: 'Feed pump',
      }),
    );
    await screen.findByRole('button', { name: 'Remove filter: Name contains “Feed pump”' });
  });

  it('marks figures of earlier dates, and recalculates them when saved', async () => {
    const asked = serve({
      ...answers({ ...plant, outdated: true }),
      'PUT /api/riskanalyses/7': () => Response.json({ ...plant, recalculating: true, version: 2 }),
    });
    open();
    await screen.findByText('Some figures are outdated because their calculation was stopped.');
    await userEvent.click(screen.getByRole('button', { name: 'Recalculate' }));
    await expect
      .poll(() => asked.find(({ call }) => call === 'PUT /api/riskanalyses/7')?.body)
      .toEqual({ version: 1 });
  });

  it('warns before an asset is changed while scenarios are valid, unless turned off', async () => {
    const asked = serve(answers({ ...plant, validScenarios: scenarios(2) }));
    open();
    const puts = () => asked.filter(({ call }) => call.startsWith('PUT '));
    await userEvent.click(await toggle());
    const dialog = await screen.findByRole('alertdialog');
    expect(
      within(dialog).getByText(
        'Are you sure you want to make this change which may invalidate existing what-if scenarios?',
      ),
    ).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'No' }));
    expect(puts()).toEqual([]);
    await userEvent.click(await toggle());
    await userEvent.click(await screen.findByLabelText('Suppress this warning?'));
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await expect.poll(() => puts().length).toBe(1);
    expect(puts()[0]?.body).toEqual({ improve: true, version: 4 });
    await userEvent.click(await toggle());
    await expect.poll(() => puts().length).toBe(2);
  });

  it('shows the total given survival, and marks values from failure modes', async () => {
    const rolledUp: Partial<RiskAnalysisAsset> = {
      probabilityValue: 49,
      probabilitySource: 'failure-modes',
      conditionalProbability: 31,
      consequenceValue: null,
      consequenceSource: 'failure-modes',
    };
    serve({
      ...answers({ ...plant, withoutConditional: 2 }),
      'POST /api/riskanalyses/7/assets/filters': () => page([{ ...pump, ...rolledUp }]),
    });
    open();
    expect(await screen.findByText('31 %')).toBeDefined();
    expect(screen.getAllByLabelText(/^From the failure modes/).length).toBeGreaterThan(0);
    expect(screen.getByText('By failure mode')).toBeDefined();
    const totals = within(screen.getByRole('group', { name: 'Total' }));
    await userEvent.click(totals.getByRole('button', { name: 'Given survival' }));
    expect(screen.getByText('$400')).toBeDefined();
    expect(screen.getByText(/, excluding 2 under repair$/)).toBeDefined();
    expect(screen.getByText(/ends at \$[\d,]+\. It does not consider survival until today\.$/)).toBeDefined();
  });

  it('requires saving of mission changes before assets are edited; declining reverts a date', async () => {
    serve(answers({ ...plant, validScenarios: scenarios(1) }));
    open();
    const mission = await screen.findByLabelText('Mission time');
    await userEvent.type(mission, '0');
    const dialog = await screen.findByRole('alertdialog', { name: 'Invalidates what-if' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'No' }));
    expect((mission as HTMLInputElement).value).toBe('1');
    await userEvent.type(mission, '0');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    expect((mission as HTMLInputElement).value).toBe('10');
    await userEvent.click(await toggle());
    expect(
      await screen.findByText(
        'There are unsaved changes to the mission parameters that need to be saved before edits can be made to the asset.',
      ),
    ).toBeDefined();
  });

  it('shows validation errors at fields, and that the end is in the past', async () => {
    serve(answers());
    open();
    expect(await screen.findByText('The analysis end date is in the past.')).toBeDefined();
    const mission = screen.getByLabelText('Mission time');
    await userEvent.clear(mission);
    await userEvent.type(mission, '0');
    expect(screen.getByText('Mission time must be a value between 1 day and 100 years')).toBeDefined();
    await userEvent.click(screen.getAllByRole('textbox', { name: /^Name/ })[0]!);
    await userEvent.paste('x'.repeat(46));
    expect(screen.getByText('1 characters over maximum length of 50.')).toBeDefined();
  });

  it('rejects an end before the start', async () => {
    serve(answers({ ...plant, endDate: '2023-12-31T00:00:00.000Z' }));
    open();
    expect(await screen.findByText('Please choose a date after the start date.')).toBeDefined();
  });

  const ofPumps = {
    taxonomyId: 2,
    level: 'class',
    score: 60,
    distribution: 'weibull',
    version: 1,
    category: { id: 1, caption: 'Rotating' },
    class: { id: 2, caption: 'Pumps' },
    type: null,
    mtbf: 'P1020D',
    mtbfDays: 1020,
    shape: 1.4,
    characteristicLife: 'P1120D',
    source: 'Handbook',
    isExample: true,
  };
  const held = {
    id: 9,
    assetId: 3,
    twinId: null,
    failureModeId: null,
    value: 60,
    riskAnalysisValue: 60,
    failureDistribution: 'weibull',
    library: false,
    lifeCycleState: null,
    source: 'analysis',
    failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' },
    conditional: null,
  };
  const openDialog = async (benchmarks: object[], asset: Partial<RiskAnalysisAsset> = {}) => {
    serve({
      ...answers(),
      'POST /api/riskanalyses/7/assets/filters': () => page([{ ...pump, ...asset }]),
      'GET /api/riskanalyses/7/assets/3/probabilities': () => Response.json([held]),
      'GET /api/library/models/mtbf': () => Response.json(benchmarks),
    });
    open();
    await userEvent.click(await screen.findByText('Feed pump'));
    await screen.findByText('Library benchmark');
    return within(screen.getByRole('dialog', { name: 'Feed pump' }));
  };

  it('compares an asset with the benchmark of its taxonomy, and explains how', async () => {
    const dialog = await openDialog([ofPumps]);
    expect(await dialog.findByText('1,120 days, shape 1.4')).toBeDefined();
    expect(dialog.getByText('class: Pumps, example value')).toBeDefined();
    expect(dialog.getByText('Handbook')).toBeDefined();
    expect(dialog.getByText('120 days worse than the benchmark')).toBeDefined();
    // 1 - exp(0.152 ^ 2 - 0.365 ^ 2): the life starts with the analysis; its age is 152 days today.
    expect(dialog.getByText('10.4 %')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Why the probability given survival' })).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Why the comparison with the library' }));
    expect(
      await screen.findByText('Characteristic life of the asset − library characteristic life'),
    ).toBeDefined();
  });

  it.each([
    ['No library characteristic life found for the taxonomy.', {}],
    ['No taxonomy assigned.', { categoryId: null, classId: null, typeId: null }],
  ])('explains a missing benchmark: %s', async (reason, asset) => {
    const dialog = await openDialog([], asset);
    expect(await dialog.findByText(reason)).toBeDefined();
  });

  it('sets the probability of a failure mode in this analysis, and continues with the resulting version', async () => {
    const path = '/api/riskanalyses/7/assets/3';
    const own = {
      ...held,
      id: 12,
      assetId: null,
      failureModeId: 5,
      value: 20,
      riskAnalysisValue: 20,
      failureDistribution: 'none',
      source: 'failure-mode',
      failureDistributionParameters: { distribution: 'none', type: 'none', scale: 'P1640D' },
    };
    const mode = {
      id: 5,
      twinId: 8,
      name: 'Seal leak',
      description: '',
      probability: null,
      protectionIds: [],
      consequence: { id: 6, value: 500, scale: 'dollars', description: '', library: false },
    };
    const asked = serve({
      ...answers(plant, 'apm'),
      'POST /api/riskanalyses/7/assets/filters': () => page([{ ...pump, twinId: 8 }]),
      [`GET ${path}/probabilities`]: () => Response.json([held, own]),
      [`PUT ${path}/probabilities/12`]: () => Response.json({ ...own, id: 13, source: 'analysis' }),
      [`GET ${path}`]: () => Response.json({ ...pump, version: 5 }),
      'GET /api/library/models/mtbf': () => Response.json([]),
      'GET /api/twins/8/failure-modes': () => page([mode]),
    });
    open();
    await userEvent.click(await screen.findByText('Feed pump'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Feed pump' }));
    await userEvent.click(await dialog.findByText('Seal leak'));
    const edit = within(await screen.findByRole('dialog', { name: 'Seal leak' }));
    expect(edit.getByText('Changes apply to this analysis only.')).toBeDefined();
    await userEvent.click(edit.getByRole('button', { name: 'Edit probability' }));
    const percent = edit.getByRole('textbox', { name: 'Probability' });
    await userEvent.clear(percent);
    await userEvent.type(percent, '35');
    await userEvent.click(edit.getByRole('button', { name: 'Save' }));
    const findPutBody = (call: string) => asked.find((one) => one.call === `PUT ${path}${call}`)?.body;
    await expect
      .poll(() => findPutBody('/probabilities/12'))
      .toMatchObject({
        value: 35,
        failureDistributionParameters: { distribution: 'none', scale: null },
      });
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Seal leak' })).toBeNull();
    await userEvent.click(dialog.getByLabelText('Improve'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await expect.poll(() => findPutBody('')).toMatchObject({ improve: true, version: 5 });
  });

  it('shows that the analysis is full instead of adding assets', async () => {
    serve(answers({ ...plant, assetCount: 100 }));
    open();
    await toggle();
    await userEvent.click(screen.getByRole('button', { name: 'Add assets' }));
    expect(
      await screen.findByText(
        'You have reached your maximum limit of 100 assets for the analysis at this tier - you can easily upgrade to get more!',
      ),
    ).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is read-only for users who may not write', async () => {
    serve({
      ...answers(),
      'POST /api/riskanalyses/7/assets/filters': () =>
        page([pump, { ...pump, assetId: 4, assetName: 'Fan', improve: true, improveDescription: 'New hub' }]),
    });
    open(viewer);
    expect(await screen.findByTitle('Improve Fan')).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add assets' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Feed pump' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['View']);
  });
});
