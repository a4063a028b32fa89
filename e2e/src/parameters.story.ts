import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Twin } from '@twinward/contracts/twins/twin';
import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

/** A fan with an input in mm/s. */
async function createFan(): Promise<Twin> {
  const client = await createClient(stage.administrator);
  const { id: assetId } = await client.call<AssetDetail>('POST', '/api/assets', {
    assetName: 'Exhaust fan',
    uniqueId: 'FAN-31',
  });
  const [tag] = await client.call<[Tag]>('POST', '/api/tags', [
    { name: 'FAN-31.V', caption: 'Vibration', type: 'data_point', unit: 'mm/s', assetIds: [assetId] },
  ]);
  const twin = await client.call<Twin>('POST', '/api/twins', { assetId });
  await client.call('POST', '/api/tag-aliases', {
    twinId: twin.id,
    type: 'data_point',
    name: 'Vibration',
    mappedTagId: tag.id,
  });
  return twin;
}

test('a limit of the machine is a parameter that is used by name in logic', async () => {
  const twin = await createFan();
  const page = await visit({ as: await createPerson({ directRecordTypes: ['twin', 'protection'] }) });
  await page.goto(`/apps/twins/${twin.id}`);
  const parameters = page.getByRole('region', { name: 'Parameters' });
  await parameters.getByText('No parameters yet.').waitFor();
  await parameters.getByRole('button', { name: 'Add parameter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add parameter' });
  await dialog.getByLabel('Name').fill('trip');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('7.1');
  await dialog.getByLabel('Unit').fill('mm/s');
  await dialog.getByLabel('Description').fill('Trip limit by the maker');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await parameters.getByRole('row', { name: /trip.*7\.1 mm\/s/ }).waitFor();

  await page.goto(`/apps/twins/${twin.id}/protections`);
  await page.getByRole('link', { name: 'New protection' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Too much vibration');
  await page.getByRole('button', { name: 'Add threshold' }).click();
  await page.getByLabel('Threshold', { exact: true }).fill('High');
  const logic = page.getByRole('textbox', { name: 'Logic of High' });
  await logic.click();
  await page.keyboard.type('[Vibration] > {tr');
  await page.getByRole('option', { name: /^\{trip\}/ }).click();
  await expect
    .poll(async () => (await logic.locator('.cm-line').allInnerTexts()).join('\n'))
    .toBe('[Vibration] > {trip}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/apps\/protections\/\d+\/edit/);

  await page.goto(`/apps/twins/${twin.id}`);
  await parameters.getByRole('link', { name: 'Too much vibration' }).waitFor();
  await expectUsable(page);
});
