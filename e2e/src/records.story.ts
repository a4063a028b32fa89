import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, phone, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

const suffix = randomBytes(3).toString('hex');
const caption = `Inspection ${suffix}`;
const name = `inspection_${suffix}`;

async function addField(page: Page, field: string, kind: string, more: (page: Page) => Promise<void>) {
  await page.getByRole('button', { name: 'Add field' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByLabel('Caption').fill(field);
  await dialog.getByLabel('Kind').selectOption(kind);
  await more(page);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('list', { name: 'Fields' }).getByText(field, { exact: true }).waitFor();
}

test('a custom type is created, and its records are imported, filtered and linked', async () => {
  const client = await createClient(stage.administrator);
  const pump = await client.call<Asset>('POST', '/api/assets', {
    assetName: `Pump ${suffix}`,
    uniqueId: `REC-${suffix}`,
  });
  const page = await visit({ as: stage.administrator });
  await page.goto('/settings/recordtypes');
  await page.getByRole('button', { name: 'Add record type' }).click();
  const adding = page.getByRole('dialog', { name: 'Add record type' });
  await adding.getByLabel('Caption').fill(caption);
  expect(await adding.getByLabel('Identifier').inputValue()).toBe(name);
  await expectUsable(page);
  await adding.getByRole('button', { name: 'Add record type' }).click();
  await page.getByRole('heading', { level: 1, name: caption }).waitFor();

  await addField(page, 'Place', 'Text', async () => page.getByRole('switch', { name: 'Required' }).check());
  await addField(page, 'Thickness', 'Number with unit', async () => page.getByLabel('Unit').fill('mm'));
  await addField(page, 'Next date', 'Date', async () => {
    await page.getByRole('button', { name: 'Add reminder' }).click();
    await page.getByLabel('Users and groups').fill('Viewers');
    await page.getByRole('option', { name: 'Viewers (group)' }).click();
    await expectUsable(page);
  });
  await expectUsable(page);
  await page.getByRole('button', { name: 'Save record type' }).click();
  await page.getByRole('main').getByText('Saved.').waitFor();
  await client.call('POST', '/api/relationships', {
    name: `inspects-${suffix}`,
    caption: `Inspects ${suffix}`,
    fromType: name,
    toType: 'asset',
    cardinality: 'many-many',
    fromCaption: 'Inspected assets',
    toCaption: 'Inspections',
  });

  await page.goto(`/tools/records?type=${name}`);
  await page.getByRole('link', { name: `Add ${caption}` }).click();
  await page.getByLabel('Place *').fill('Roof');
  await page.getByLabel('Thickness').fill('3.5');
  await expectUsable(page);
  await page.getByRole('button', { name: `Add ${caption}` }).click();
  await page.getByRole('heading', { level: 1, name: 'Roof' }).waitFor();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Inspected assets' }).click();
  await page.getByRole('button', { name: 'Link to Inspected assets' }).click();
  const linking = page.getByRole('dialog', { name: 'Link to Inspected assets' });
  await linking.getByRole('searchbox').fill(pump.assetName);
  await expect.poll(() => linking.getByRole('checkbox').count()).toBe(1);
  await linking.getByRole('checkbox', { name: pump.assetName }).check();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('table').getByRole('link', { name: pump.assetName }).waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('list', { name: 'History' }).getByText('Roof').waitFor();

  await page.goto(`/tools/records?type=${name}`);
  await page.getByRole('button', { name: `Actions for ${caption}` }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const importing = page.getByRole('dialog', { name: `Import ${caption}` });
  await importing.getByLabel(`File of ${caption}`).setInputFiles({
    name: 'inspections.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Location,Thickness\nCellar,2.5\nYard,9\n,4\n'),
  });
  const columns = importing.getByRole('region', { name: 'Columns' });
  await columns.getByLabel('Location').selectOption('Place');
  await expectUsable(page);
  await columns.getByRole('button', { name: 'Check again with these columns' }).click();
  await importing.getByRole('button', { name: 'Import 2 records' }).click();
  await page.getByText('inspections.csv is imported.').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  const titles = page.getByRole('table', { name: caption }).locator('tbody').getByRole('link');
  await expect
    .poll(async () => (await titles.allTextContents()).toSorted())
    .toEqual(['Cellar', 'Roof', 'Yard']);

  await page.getByRole('button', { name: 'Add filter' }).click();
  const filter = page.getByRole('dialog', { name: 'Add filter' });
  await filter.getByLabel('Field').selectOption('Thickness');
  await filter.getByLabel('Thickness to').fill('4');
  await expectUsable(page);
  await filter.getByRole('button', { name: 'Filter' }).click();
  await expect.poll(async () => (await titles.allTextContents()).toSorted()).toEqual(['Cellar', 'Roof']);
  await expectUsable(page);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save view' });
  await saving.getByLabel('Name').fill('Thin');
  await saving.getByLabel('Share with all users of the list').check();
  await expectUsable(page);
  await saving.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'View: Thin' }).click();
  await page.getByRole('menuitem', { name: 'Standard view' }).click();
  await expect.poll(() => titles.count()).toBe(3);

  for (const title of ['Cellar', 'Roof']) await page.getByLabel(`Select ${title}`).check();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const changing = page.getByRole('dialog', { name: 'Change 2 records' });
  await changing.getByRole('checkbox', { name: 'Thickness' }).check();
  await changing.getByRole('textbox', { name: 'Thickness' }).fill('3');
  await expectUsable(page);
  await changing.getByRole('button', { name: 'Change' }).click();
  await page.getByText(/: 2 done\./).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('Roof');
  await page.getByRole('option', { name: /^Records: / }).click();
  await page.getByRole('heading', { level: 1, name: 'Records' }).waitFor();
  await page.getByRole('table', { name: 'Records found' }).waitFor();
  await expectUsable(page);

  // A viewer may read the records, but not change them.
  const viewer = await visit({ as: await createPerson() });
  await viewer.setViewportSize(phone);
  await viewer.goto(`/tools/records?type=${name}`);
  await viewer.getByRole('button', { name: 'Views' }).click();
  await viewer.getByRole('menuitem', { name: 'Thin' }).click();
  await viewer.getByRole('button', { name: 'View: Thin' }).click();
  await viewer.getByRole('menuitem', { name: 'Standard view' }).click();
  await viewer.getByRole('link', { name: 'Yard' }).click();
  await viewer.getByRole('heading', { level: 1, name: 'Yard' }).waitFor();
  expect(await viewer.getByRole('button', { name: 'Edit' }).count()).toBe(0);
});
