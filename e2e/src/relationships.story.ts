import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectProblem, expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

const suffix = randomBytes(3).toString('hex');

async function addRelationship(page: Page, caption: string, name: string, onDelete: string): Promise<void> {
  await page.goto('/settings/relationships');
  await page.getByRole('link', { name: 'Add relationship' }).click();
  await page.getByLabel('Caption', { exact: true }).fill(caption);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Cardinality').selectOption('One to many');
  await page.getByLabel('Caption on the from side').fill(caption);
  await page.getByLabel('Caption on the to side').fill(`${caption} by`);
  await page.getByLabel('When a record of the from side').selectOption(onDelete);
  await page.getByRole('button', { name: 'Add relationship' }).click();
  await page.getByRole('heading', { name: caption, level: 1 }).waitFor();
}

async function link(page: Page, panel: string, record: string): Promise<void> {
  await page.getByRole('button', { name: `Link to ${panel}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Link to ${panel}` });
  await dialog.getByRole('searchbox').fill(record);
  await dialog.getByRole('checkbox', { name: record }).check();
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('table', { name: panel, exact: true }).getByRole('link', { name: record }).waitFor();
}

async function remove(page: Page, asset: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${asset}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

test('one relationship prevents deletion and one unlinks, and both form a structure', async () => {
  const client = await createClient(stage.administrator);
  const create = (name: string) =>
    client.call<Asset>('POST', '/api/assets', {
      assetName: `${name} ${suffix}`,
      uniqueId: `${name}-${suffix}`,
    });
  const [pump, boiler, drain] = [await create('Pump'), await create('Boiler'), await create('Drain')];
  const [feeds, drains] = [`Feeds ${suffix}`, `Drains ${suffix}`];
  const page = await visit({ as: stage.administrator });
  await addRelationship(page, feeds, `feeds-${suffix}`, 'Do not delete while linked');
  await addRelationship(page, drains, `drains-${suffix}`, 'Delete and remove links');

  await page.goto('/settings/structure/list');
  await page.getByRole('button', { name: 'Add structure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add structure' });
  await dialog.getByLabel('Caption').fill(`Water ${suffix}`);
  await dialog.getByLabel('Name').fill(`water-${suffix}`);
  await dialog.getByLabel('Add a relationship').selectOption(feeds);
  await dialog.getByLabel('Add a relationship').selectOption(drains);
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Save structure' }).click();
  await page.getByRole('table', { name: 'Structures' }).getByText(`${feeds}, ${drains}`).waitFor();

  await page.goto(`/apps/assets/${pump.id}`);
  await link(page, feeds, boiler.assetName);
  await expectUsable(page);
  await page.goto(`/apps/assets/${boiler.id}`);
  await page
    .getByRole('table', { name: `${feeds} by` })
    .getByRole('link', { name: pump.assetName })
    .waitFor();
  await link(page, drains, drain.assetName);

  await page.goto('/apps/assets');
  await page.getByLabel('Structure').selectOption(`Water ${suffix}`);
  const tree = page.getByRole('tree', { name: 'Locations and equipment' });
  await tree.getByRole('treeitem', { name: pump.assetName }).getByText(pump.assetName).click();
  await page.getByRole('button', { name: `Remove filter: Below ${pump.assetName}` }).waitFor();
  const names = page.getByRole('table', { name: 'Assets' }).locator('tbody').getByRole('link');
  await expect.poll(() => names.allTextContents()).toEqual([boiler.assetName, drain.assetName]);
  await page.getByLabel('Structure').selectOption('Location');

  expectProblem(/409/);
  await page.goto(`/apps/assets/${pump.id}`);
  await remove(page, pump.assetName);
  await page
    .getByRole('alert')
    .getByText(`"${feeds}" blocks its deletion: ${boiler.assetName}. Please unlink first.`)
    .waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Actions for ${boiler.assetName}` }).click();
  await page.getByRole('menuitem', { name: 'Unlink' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('No linked records.').first().waitFor();
  await remove(page, pump.assetName);
  await page.waitForURL('**/apps/assets');

  await page.goto(`/apps/assets/${boiler.id}`);
  await remove(page, boiler.assetName);
  await page.waitForURL('**/apps/assets');
  await page.goto(`/apps/assets/${drain.id}`);
  await page.getByRole('heading', { name: drain.assetName, level: 1 }).waitFor();
  const left = await client.call<unknown[]>(
    'POST',
    `/api/links/asset/${drain.id}/drains-${suffix}/to/filters`,
    {},
  );
  expect(left).toEqual([]);
  await client.call('DELETE', `/api/structures/water-${suffix}`);
});
