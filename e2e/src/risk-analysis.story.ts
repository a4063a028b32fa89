import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { read, utils, write } from '@e965/xlsx';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { assetLimitReached, defaultEdition, type EditionSettings } from '@twinward/contracts/system/edition';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { expectUsable, phone, stage, visit } from './browser.ts';
import { createClient } from './people.ts';
import { findEngines } from './stage.ts';

async function setEdition(settings: EditionSettings): Promise<void> {
  const client = await createClient(stage.administrator);
  await client.call('POST', '/api/settings/system/edition', settings);
}

// The other stories run in the full product.
afterEach(() => setEdition(defaultEdition));

type Row = Record<string, string | number>;

/** Fills rows into the product's own template, by its headings. */
async function fillIn(template: string, rows: readonly Row[]): Promise<Buffer> {
  const workbook = read(await readFile(template));
  const sheet = workbook.Sheets.Assets!;
  const [headings] = utils.sheet_to_json<string[]>(sheet, { header: 1 });
  for (const row of rows) for (const heading of Object.keys(row)) expect(headings).toContain(heading);
  utils.sheet_add_json(sheet, [...rows], { header: headings!, skipHeader: true, origin: 'A2' });
  return write(workbook, { type: 'buffer', bookType: 'xlsx' });
}

const assetRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Assets of the analysis' }).getByRole('row', { name });
const riskGroup = (page: Page) => page.getByRole('group', { name: 'Risk', exact: true });

test('in ara, an analysis is imported, improved within a budget, and its scenario invalidated', async () => {
  await setEdition({ ...defaultEdition, edition: 'ara', assetLimit: 3 });
  const suffix = randomBytes(3).toString('hex');
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/riskanalyses');
  await page.getByRole('link', { name: 'New analysis' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`Water supply ${suffix}`);
  await page.getByLabel('Unit of mission time').selectOption('days');
  await page.getByLabel('Mission time', { exact: true }).fill('365');
  await page.getByRole('button', { name: 'Save analysis' }).click();
  await page.getByRole('heading', { level: 1, name: `Water supply ${suffix}` }).waitFor();

  const menu = page.getByRole('button', { name: 'More actions for assets' });
  await menu.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download template' }).click();
  const pump: Row = { Category: 'Rotating', Class: 'Pumps', Shape: 2 };
  const life = 'Characteristic life (days)';
  const filled = await fillIn(await (await download).path(), [
    { ...pump, 'Unique id': `A-${suffix}`, Name: 'Intake pump', [life]: 500, 'Cost of failure': 100_000 },
    { ...pump, 'Unique id': `B-${suffix}`, Name: 'Feed pump', [life]: 400, 'Cost of failure': 50_000 },
    { 'Unique id': `C-${suffix}`, Name: 'Storage', 'Probability %': 30, 'Cost of failure': 20_000 },
    { ...pump, 'Unique id': `D-${suffix}`, Name: 'Spare pump', [life]: 400 },
  ]);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const importing = page.getByRole('dialog');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await importing
    .getByLabel('File of assets')
    .setInputFiles({ name: 'water.xlsx', mimeType, buffer: filled });
  await importing.getByText('water.xlsx is checked. Nothing is written yet.').waitFor();
  await importing.getByText(assetLimitReached(3)).waitFor();
  await importing.getByRole('button', { name: 'Import 3 assets' }).click();
  await importing.getByText('water.xlsx is imported.').waitFor();
  await importing.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('3 of 3 assets at this tier.').waitFor();
  await riskGroup(page).getByText('$75,000').waitFor();
  for (const chart of ['risk over time', 'assets by probability', 'risk matrix']) {
    const picture = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download picture of ${chart}` }).click();
    expect((await picture).suggestedFilename()).toBe(`${chart}.png`);
    const start = (await readFile(await (await picture).path())).subarray(0, 8);
    expect(start).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  }
  await page.getByRole('button', { name: 'Add assets' }).click();
  await page
    .getByText(
      'You have reached your maximum limit of 3 assets for the analysis at this tier - you can easily upgrade to get more!',
    )
    .waitFor();
  await page.getByRole('button', { name: 'Close' }).click();

  await assetRow(page, 'Storage').getByText('Storage').click();
  const editing = page.getByRole('dialog', { name: 'Storage' });
  await editing.getByLabel('Cost of failure').fill('40000');
  await editing.getByRole('button', { name: 'Save' }).click();
  await riskGroup(page).getByText('$81,000').waitFor();
  await assetRow(page, 'Intake pump').getByRole('checkbox').click();
  await expect.poll(() => assetRow(page, 'Intake pump').getByRole('checkbox').isChecked()).toBe(true);
  await assetRow(page, 'Feed pump').getByText('Feed pump').click();
  const improving = page.getByRole('dialog', { name: 'Feed pump' });
  await improving.getByLabel('Improve', { exact: true }).check();
  await improving.getByLabel('Improvement notes').fill('Fit the new seal');
  await expectUsable(page);
  await improving.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => assetRow(page, 'Feed pump').getByRole('checkbox').isChecked()).toBe(true);

  await page.getByRole('button', { name: 'New scenario' }).click();
  const making = page.getByRole('dialog', { name: 'New scenario' });
  await making.getByLabel('Name').fill('New seals');
  await making.getByLabel('Cost for Intake pump').fill('10000');
  await making.getByLabel('Cost for Feed pump').fill('8000');
  await making.getByLabel('Budget').fill('12000');
  await making.getByRole('button', { name: 'Find the best set' }).click();
  const choice =
    '1 improvement for $10,000 of $12,000 reduces the risk by $21,000. No other set within the budget reduces the risk more.';
  await making.getByText(choice).waitFor();
  await expectUsable(page);
  await making.getByRole('button', { name: 'Create scenario' }).click();

  await page.getByRole('heading', { level: 1, name: 'New seals' }).waitFor();
  await page.getByRole('group', { name: 'Base case' }).getByText('$81,000').waitFor();
  await page.getByRole('group', { name: 'After improvements' }).getByText('$60,000').waitFor();
  await page.getByText(choice).waitFor();
  const compared = page.getByRole('table', { name: 'Assets of the scenario' });
  await compared.getByRole('row', { name: 'Intake pump' }).getByText('41 % → 20 %').waitFor();
  await compared.getByRole('row', { name: 'Feed pump' }).getByText('It is not within the budget.').waitFor();

  await page.getByRole('link', { name: `Water supply ${suffix}` }).click();
  const scenarios = page.getByRole('table', { name: 'What-if scenarios' });
  await scenarios.getByText('Valid', { exact: true }).waitFor();
  const mission = page.getByLabel('Mission time', { exact: true });
  await mission.fill('730');
  const warning = page.getByRole('alertdialog', { name: 'Invalidates what-if' });
  await warning
    .getByText('Are you sure you want to make this change and invalidate existing what-if scenarios?')
    .waitFor();
  await warning.getByRole('button', { name: 'No' }).click();
  await expect.poll(() => mission.inputValue()).toBe('365');
  await mission.fill('730');
  await warning.getByRole('button', { name: 'Yes' }).click();
  await assetRow(page, 'Intake pump').getByRole('checkbox').click();
  await page
    .getByText(
      'There are unsaved changes to the mission parameters that need to be saved before edits can be made to the asset.',
    )
    .waitFor();
  await page.getByRole('button', { name: 'Save analysis' }).click();
  await scenarios.getByText('Invalidated').waitFor();
  // The list may be reloaded before the form knows that it is saved; until then leaving asks for confirmation.
  await page.getByRole('button', { name: 'Save analysis' }).waitFor({ state: 'hidden' });
  await scenarios.getByText('New seals').click();
  await page.getByRole('button', { name: 'Recalculate as new scenario' }).waitFor();
  await page.getByRole('group', { name: 'Base case' }).getByText('$81,000').waitFor();
});

test('a viewer opens an analysis and its scenario on a phone', async () => {
  const page = await visit({ viewport: phone, as: stage.viewer });
  await page.goto('/apps/riskanalyses?search=overhaul');
  await page.getByRole('table', { name: 'Risk analyses' }).getByText('Engines to their overhaul').click();
  const row = assetRow(page, 'Turbofan engine 056');
  await row.getByRole('button', { name: 'Actions for Turbofan engine 056' }).click();
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['View']);
  await page.getByRole('menuitem', { name: 'View' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turbofan engine 056' });
  await dialog.getByText('Weibull, shape 4.41, characteristic life 225 days').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await dialog.getByLabel('Cost of failure').getAttribute('readonly')).not.toBeNull();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  for (const name of ['Add assets', 'New scenario'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);

  await page.getByRole('table', { name: 'What-if scenarios' }).getByText('Early').click();
  const assets = page.getByRole('table', { name: 'Assets of the scenario' });
  await assets.getByRole('button', { name: 'Actions for Turbofan engine 054' }).click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  const compared = page.getByRole('table', { name: 'Comparison with the base case' });
  await compared.getByRole('row', { name: /^Characteristic life 225 days 337 days/ }).waitFor();
  await expectUsable(page);
});

test('the lives of engines are fitted, and the fit is applied to their analysis', async () => {
  const client = await createClient(stage.administrator);
  const engines = await findEngines(client, 51, 60);
  const [analysis] = await client.call<RiskAnalysis[]>('POST', '/api/riskanalyses/', [
    { name: 'Engine lives', startDate: '2013-08-01T00:00:00.000Z', missionTime: 'P170D' },
  ]);
  await client.call(
    'POST',
    `/api/riskanalyses/${analysis!.id}/assets`,
    engines.map(({ id }) => id),
  );
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/riskanalyses/${analysis!.id}`);
  await assetRow(page, 'Turbofan engine 056').getByText('Turbofan engine 056').click();
  await page.getByRole('link', { name: 'Fit from life data' }).click();
  await page.getByLabel('Lives of').selectOption('The assets of the analysis');
  await page.getByText('Lives (10 of 10 assets)').waitFor();
  await page.getByText('5.3915 (3.5971 to 8.0811)').waitFor();
  await page.getByText('219.46 days (198.18 to 243.01)').waitFor();
  await page.getByRole('button', { name: 'Apply to analysis' }).click();
  await page.getByText('The fit was applied to the analysis.').waitFor();
  await page.getByRole('link', { name: 'Analysis', exact: true }).click();
  await assetRow(page, 'Turbofan engine 056').getByText('7.3 months').waitFor();
});
