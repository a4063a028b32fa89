import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, phone, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

/** An analysis of a year with two pumps of 41 % and $100,000 each. */
async function createPumps(): Promise<{ path: string; names: [string, string] }> {
  const suffix = randomBytes(3).toString('hex');
  const client = await createClient(stage.administrator);
  const names: [string, string] = [`Intake ${suffix}`, `Return ${suffix}`];
  const assetIds: number[] = [];
  for (const assetName of names) {
    const asset = await client.call<Asset>('POST', '/api/assets', { assetName, uniqueId: assetName });
    assetIds.push(asset.id);
  }
  const [analysis] = await client.call<RiskAnalysis[]>('POST', '/api/riskanalyses/', [
    {
      name: `Pumps ${suffix}`,
      startDate: '2024-01-01T00:00:00.000Z',
      missionTime: 'P365D',
      assetIds,
    },
  ]);
  const path = `/api/riskanalyses/${analysis!.id}`;
  for (const id of assetIds) {
    await client.call('PUT', `${path}/assets/${id}`, {
      consequenceValue: 100_000,
      probability: {
        lifeCycleState: 'new',
        failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P500D' },
      },
      version: 1,
    });
  }
  return { path: `/apps/riskanalyses/${analysis!.id}`, names };
}

async function addOption(page: Page, asset: string, name: string, percent: number, cost: number) {
  const editing = page.getByRole('dialog', { name: asset });
  await editing.getByRole('button', { name: 'Add option' }).click();
  const option = page.getByRole('dialog', { name: 'New option' });
  await option.getByLabel('Option name').fill(name);
  await option.getByLabel('Effect').selectOption('New probability');
  await option.getByLabel('New probability').fill(String(percent));
  await option.getByLabel('Cost of the option').fill(String(cost));
  await option.getByRole('button', { name: 'Save option' }).click();
  await editing.getByRole('row', { name: new RegExp(`^${name} `) }).waitFor();
}

test('options are added to two assets, and the budget slider selects another set of them', async () => {
  const { path, names } = await createPumps();
  const page = await visit({ as: stage.administrator });
  await page.goto(path);
  const options = [
    [
      ['New seal', 20, 4000],
      ['Spare pump', 5, 30_000],
    ],
    [['New bearing', 30, 6000]],
  ] as const;
  for (const [place, name] of names.entries()) {
    await page.getByRole('table', { name: 'Assets of the analysis' }).getByText(name).click();
    for (const [option, percent, cost] of options[place]!) await addOption(page, name, option, percent, cost);
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Cancel' }).click();
  }

  const slider = page.getByRole('slider', { name: 'Budget' });
  const chosen = page.getByRole('table', { name: 'Chosen set' });
  const rows = async () => (await chosen.getByRole('row').allTextContents()).slice(1).sort();
  await slider.focus();
  await page.keyboard.press('End');
  await page.getByText('2 options for $36,000 of $36,000: the risk falls from $82,000 to $35,000.').waitFor();
  expect(await rows()).toEqual([
    `${names[0]}Spare pump$36,000$30,000`,
    `${names[1]}New bearing$11,000$6,000`,
  ]);
  // A key changes the budget by a hundredth of the total cost: $360.
  await page.keyboard.press('Home');
  await page.getByText('No option fits the budget.').waitFor();
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press('ArrowRight');
  await page.getByText('1 option for $4,000 of $4,320: the risk falls from $82,000 to $61,000.').waitFor();
  expect(await rows()).toEqual([`${names[0]}New seal$21,000$4,000`]);
  await page.getByLabel('Budget amount').fill('10000');
  await page.getByText('2 options for $10,000 of $10,000: the risk falls from $82,000 to $50,000.').waitFor();
  expect(await rows()).toEqual([`${names[0]}New seal$21,000$4,000`, `${names[1]}New bearing$11,000$6,000`]);
  await expectUsable(page);

  await page.getByRole('button', { name: 'Create scenario' }).click();
  const making = page.getByRole('dialog', { name: 'New scenario' });
  await making.getByLabel('Name').fill('Ten thousand');
  expect(await making.getByLabel('Budget').inputValue()).toBe('10,000');
  await making.getByRole('button', { name: 'Create scenario' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ten thousand' }).waitFor();
  await page.getByRole('group', { name: 'After improvements' }).getByText('$50,000').waitFor();
  const compared = page.getByRole('table', { name: 'Assets of the scenario' });
  await compared.getByRole('row', { name: names[0] }).getByText('New seal').waitFor();
});

test('the set of options for a budget is shown on a phone', async () => {
  const page = await visit({ viewport: phone, as: stage.viewer });
  await page.goto(`/apps/riskanalyses/${stage.analysisId}`);
  const section = page.getByRole('heading', { name: 'Improvements within a budget' });
  await section.scrollIntoViewIfNeeded();
  await page
    .getByText('No improvement options')
    .or(page.getByRole('slider', { name: 'Budget' }))
    .waitFor();
  await expectUsable(page);
});
