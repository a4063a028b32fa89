import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectAccessible, expectUsable, stage, visit } from './browser.ts';

test('a place and an asset are created and edited, and a file with an invalid row is imported', async () => {
  const site = `SOUTH-${randomUUID().slice(0, 8)}`;
  const works = `South works ${site}`;
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/assets');
  await page.getByRole('link', { name: 'Add asset' }).click();
  await page.getByLabel('Name', { exact: true }).fill(works);
  await page.getByLabel('Unique id').fill(site);
  await page.getByLabel('Kind').selectOption('Location');
  await page.getByRole('button', { name: 'Add asset' }).click();
  await page.getByRole('heading', { name: works, level: 1 }).waitFor();

  await page.getByRole('button', { name: `More actions for ${works}` }).click();
  await page.getByRole('menuitem', { name: 'Add child asset' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Booster pump');
  await page.getByLabel('Unique id').fill(`${site}-P1`);
  await page.getByLabel('Category').selectOption('Rotating');
  await page.getByLabel('Class').selectOption('Pumps');
  await page.getByLabel('Type').selectOption('Centrifugal');
  await page.getByRole('button', { name: 'Add asset' }).click();
  await page.getByRole('heading', { name: 'Booster pump', level: 1 }).waitFor();
  await page.getByText('Rotating - Pumps - Centrifugal').waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Criticality').selectOption('A');
  await page.getByLabel('Technical number').fill('TN-1');
  await page.getByRole('button', { name: 'Save asset' }).click();
  await page.getByText('TN-1').waitFor();

  await page.goto('/apps/assets?upload=&search=SOUTH');
  await page.getByLabel('File of assets').setInputFiles({
    name: 'south.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'unique id,name,kind,parent,category,class',
        `${site}-P2,Reserve pump,,${site}-U1,Rotating,Pumps`,
        `${site}-U1,Pump house,location,${site},,`,
        `${site}-P3,Third pump,,NOWHERE,,`,
      ].join('\n'),
    ),
  });
  await page.getByText('south.csv is checked. Nothing is written yet.').waitFor();
  await page.getByText("Error: Parent: There is no asset with the unique id 'NOWHERE'.").waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 2 assets' }).click();
  await page.getByText('south.csv is imported.').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download result' }).click();
  expect((await download).suggestedFilename()).toBe('south result.csv');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  const tree = page.getByRole('tree', { name: 'Locations and equipment' });
  await tree
    .getByRole('treeitem', { name: `Location ${works}` })
    .getByText(works)
    .click();
  await page.getByRole('button', { name: `Remove filter: Below ${works}` }).waitFor();
  const table = page.getByRole('table', { name: 'Assets' });
  await expect
    .poll(() => table.locator('tbody').getByRole('link').allTextContents())
    .toEqual(['Booster pump', 'Location Pump house', 'Reserve pump']);
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('treeitem', { name: 'Location Pump house' }).waitFor();
  await expectUsable(page);
});
