import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectProblem, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

const engineer = () => createPerson({ directRecordTypes: ['twin'] });
const createAsset = async (assetName: string, uniqueId: string): Promise<AssetDetail> =>
  (await createClient(stage.administrator)).call('POST', '/api/assets', { assetName, uniqueId });
const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('an asset becomes a twin with failure modes and risk', async () => {
  await createAsset('Feed pump 12', 'FEED-12');
  const page = await visit({ as: await engineer() });
  await page.goto('/apps/twins');
  await page.getByRole('button', { name: 'New twin' }).click();
  await page.getByRole('button', { name: 'Create twin' }).click();
  await page.getByText('Required.').waitFor();
  await page.getByRole('combobox', { name: 'Asset' }).fill('FEED-12');
  await page.getByRole('option', { name: 'Feed pump 12 (FEED-12)' }).click();
  await page.getByRole('button', { name: 'Create twin' }).click();
  await page.getByRole('heading', { name: 'Feed pump 12', level: 1 }).waitFor();

  await page.getByRole('link', { name: 'Risk', exact: true }).click();
  await page.getByRole('button', { name: 'Edit mission' }).click();
  const start = card(page, 'Risk').getByRole('group', { name: 'Start date' });
  await start.getByRole('spinbutton', { name: 'Year' }).click();
  await page.keyboard.type('20240101');
  await page.keyboard.type('1200A');
  await card(page, 'Risk').getByRole('textbox', { name: 'Mission time' }).fill('1');
  await card(page, 'Risk').getByText('Ends on 2024-12-31').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);

  for (const [name, percent, cost] of [
    ['Seal leaks', '10', '1000'],
    ['Bearing seizes', '20', '50000'],
  ] as const) {
    await page.getByRole('button', { name: 'Add failure mode' }).click();
    const dialog = page.getByRole('dialog', { name: 'New failure mode' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Mechanism').selectOption('2.4 Wear');
    await dialog.getByRole('button', { name: 'Set probability' }).click();
    await dialog.getByRole('textbox', { name: 'Probability' }).fill(percent);
    await dialog.getByRole('button', { name: 'Set consequence' }).click();
    await dialog.getByRole('textbox', { name: 'Cost of failure' }).fill(cost);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  const modes = page.getByRole('table', { name: 'Failure modes' }).locator('tbody').getByRole('row');
  await expect
    .poll(async () => (await modes.allTextContents()).map((text) => text.replace(/\s+/g, ' ')))
    .toEqual(['Bearing seizes20 %$50,000$10,000None', 'Seal leaks10 %$1,000$100None']);
  const sum = page.getByRole('group', { name: 'From the failure modes' });
  await sum.getByText('From the failure modes: 28 %').waitFor();
  await sum.getByText('$10,100').waitFor();

  await page.getByRole('link', { name: 'Protections', exact: true }).click();
  await page.getByText('2 of 2 failure modes are unprotected, with a risk of $10,100.').waitFor();
});

test('two users edit one twin, and neither overwrites the other unknowingly', async () => {
  const asset = await createAsset('Feed pump 13', 'FEED-13');
  const client = await createClient(stage.administrator);
  const { id } = await client.call<Twin>('POST', '/api/twins', { assetId: asset.id });
  const open = async (): Promise<Page> => {
    const page = await visit({ as: await engineer() });
    await page.goto(`/apps/twins/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    return page;
  };
  const ada = await open();
  const ben = await open();
  await ben.getByLabel('Description').fill('Feeds boiler 2');
  await ada.getByLabel('Description').fill('Feeds boiler 1');
  await ada.getByLabel('Technical number').fill('A-1');
  await ada.getByRole('button', { name: 'Save' }).click();
  await ada.getByRole('dialog').waitFor({ state: 'detached' });

  expectProblem(/409/);
  await ben.getByRole('button', { name: 'Save' }).click();
  const conflict = ben.getByRole('dialog', { name: 'Changed by someone else' });
  await conflict.getByText('Feeds boiler 1').waitFor();
  expect(await conflict.getByRole('radio', { name: 'Saved by someone else A-1' }).isChecked()).toBe(true);
  const save = conflict.getByRole('button', { name: 'Save selected versions' });
  expect(await save.isDisabled()).toBe(true);
  await conflict.getByRole('radio', { name: 'Yours Feeds boiler 2' }).check();
  await save.click();
  await conflict.waitFor({ state: 'detached' });
  await expect
    .poll(() => client.call<Twin>('GET', `/api/twins/${id}`))
    .toMatchObject({ description: 'Feeds boiler 2', technicalNumber: 'A-1', version: 3 });
});
