import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { Twin } from '@twinward/contracts/twins/twin';
import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

const suffix = randomBytes(3).toString('hex');
const coating = `Coating ${suffix}`;

test('a further field of assets, twins or work is in the form, list, import and search', async () => {
  const client = await createClient(stage.administrator);
  for (const name of ['twin', 'work']) {
    const type = await client.call<RecordType>('GET', `/api/recordtypes/${name}`);
    const added = { name: `coating_${suffix}`, caption: coating, kind: 'text' };
    await client.call('PUT', `/api/recordtypes/${name}`, { ...type, fields: [...type.fields, added] });
  }
  const tank = { assetName: `Tank ${suffix}`, uniqueId: `TANK-${suffix}` };
  const asset = await client.call<Asset>('POST', '/api/assets', tank);
  const twin = await client.call<Twin>('POST', '/api/twins', { assetId: asset.id });

  const page = await visit({ as: stage.administrator });
  await page.goto('/settings/recordtypes/edit/asset');
  await page.getByRole('button', { name: 'Add field' }).click();
  const adding = page.getByRole('dialog', { name: 'New field' });
  await adding.getByLabel('Caption').fill(coating);
  await adding.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Save record type' }).click();
  await page.getByRole('main').getByText('Saved.').waitFor();

  await page.goto(`/apps/twins/${twin.id}/asset`);
  await page.getByRole('heading', { level: 1, name: tank.assetName }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel(coating).fill(`Zinc ${suffix}`);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Save asset' }).click();
  await page.getByRole('region', { name: 'Further fields' }).getByText(`Zinc ${suffix}`).waitFor();
  await expect
    .poll(async () => {
      const filters = [{ field: 'SearchText', operator: 'Contains', value: `zinc ${suffix}` }];
      const found = await client.call<{ id: number }[]>('POST', '/api/search', { filters, types: [1] });
      return found.map(({ id }) => id);
    })
    .toEqual([asset.id]);

  await page.goto('/apps/assets?upload=assets');
  await page.getByLabel('File of assets').setInputFiles({
    name: 'tanks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Unique id,Name,${coating}\nTANK2-${suffix},Second tank ${suffix},Epoxy ${suffix}\n`),
  });
  const importing = page.getByRole('dialog');
  await importing.getByRole('button', { name: 'Import 1 asset' }).click();
  await importing.getByText('tanks.csv is imported.').waitFor();
  await importing.getByRole('button', { name: 'Close' }).last().click();

  await page.goto('/apps/assets');
  await page.getByRole('button', { name: 'Add filter' }).click();
  const filter = page.getByRole('dialog', { name: 'Add filter' });
  await filter.getByLabel('Field').selectOption(coating);
  await filter.getByLabel(`${coating} contains`).fill(`epoxy ${suffix}`);
  await filter.getByRole('button', { name: 'Filter', exact: true }).click();
  const table = page.getByRole('table', { name: 'Assets' });
  await expect
    .poll(() => table.locator('tbody').getByRole('link').allTextContents())
    .toEqual([`Second tank ${suffix}`]);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: coating }).setChecked(true);
  await columns.getByRole('button', { name: 'Show' }).click();
  await table.getByRole('columnheader', { name: coating }).waitFor();
  await table.getByRole('cell', { name: `Epoxy ${suffix}` }).waitFor();
  await expectUsable(page);

  await page.goto(`/apps/twins/${twin.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editing = page.getByRole('dialog', { name: `Edit ${tank.assetName}` });
  await editing.getByLabel(coating).fill('Chrome');
  await editing.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Further fields' }).getByText('Chrome').waitFor();

  await page.goto('/apps/twins?search=engine+031');
  await page.getByRole('link', { name: 'Turbofan engine 031' }).click();
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await page.getByRole('button', { name: 'Record work' }).click();
  const recording = page.getByRole('dialog', { name: 'Record work' });
  await recording.getByLabel('Name').fill(`Coat ${suffix}`);
  await recording.getByLabel(coating).fill('Nickel');
  await expectUsable(page);
  await recording.getByRole('button', { name: 'Save' }).click();
  const work = page.getByRole('table', { name: 'Work' });
  await work
    .getByRole('row', { name: `Coat ${suffix}` })
    .getByText('Nickel')
    .waitFor();
});

test('a roll-up filters assets, and a file attached by one user is shown to another', async () => {
  const client = await createClient(stage.administrator);
  const inspection = `inspection_${suffix}`;
  await client.call('POST', '/api/recordtypes', {
    name: inspection,
    caption: `Inspection ${suffix}`,
    fields: [
      { kind: 'reference', name: 'asset', caption: 'Asset', recordType: 'asset' },
      { kind: 'number', name: 'thickness', caption: 'Thickness', unit: 'mm' },
    ],
  });
  const least = `Least thickness ${suffix}`;
  const photo = `Photo ${suffix}`;
  const type = await client.call<RecordType>('GET', '/api/recordtypes/asset');
  const rollUp = { kind: 'roll-up', function: 'minimum', recordType: inspection, reference: 'asset' };
  await client.call('PUT', '/api/recordtypes/asset', {
    ...type,
    fields: [
      ...type.fields,
      { ...rollUp, name: `least_${suffix}`, caption: least, field: 'thickness' },
      { kind: 'attachment', name: `photo_${suffix}`, caption: photo },
    ],
  });
  const vessels: Asset[] = [];
  for (const [name, thickness] of [
    ['Thin', 3],
    ['Thick', 9],
  ] as const) {
    const vessel = { assetName: `${name} vessel ${suffix}`, uniqueId: `${name}-${suffix}` };
    const asset = await client.call<Asset>('POST', '/api/assets', vessel);
    vessels.push(asset);
    await client.call('POST', `/api/records/${inspection}`, { fields: { asset: asset.id, thickness } });
  }

  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/assets');
  await page.getByRole('button', { name: 'Add filter' }).click();
  const filter = page.getByRole('dialog', { name: 'Add filter' });
  await filter.getByLabel('Field').selectOption(least);
  await filter.getByLabel(`${least} to`).fill('5');
  await filter.getByRole('button', { name: 'Filter', exact: true }).click();
  const table = page.getByRole('table', { name: 'Assets' });
  await expect
    .poll(() => table.locator('tbody').getByRole('link').allTextContents())
    .toEqual([vessels[0]!.assetName]);
  await expectUsable(page);

  const other = await visit({ as: stage.administrator });
  for (const one of [page, other]) {
    await one.goto(`/apps/assets/${vessels[0]!.id}`);
    await one.getByRole('region', { name: photo }).waitFor();
  }
  const file = { name: 'weld.txt', mimeType: 'text/plain', buffer: Buffer.from('sound') };
  await page.getByRole('region', { name: photo }).locator('input[type=file]').setInputFiles(file);
  await other.getByRole('region', { name: photo }).getByText('weld.txt').waitFor();
  await expectUsable(other);
});
