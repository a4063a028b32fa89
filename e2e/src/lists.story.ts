import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { Twin } from '@twinward/contracts/twins/twin';
import { expect, test } from 'vitest';
import { expectUsable, phone, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

/** A twin with an input of a tag in a unit, with the values 250, 199, 200 and 150, five minutes apart. */
async function createPump(unit: string) {
  const suffix = randomBytes(4).toString('hex');
  const client = await createClient(stage.administrator);
  const create = <T>(path: string, body: object): Promise<T> => client.call<T>('POST', path, body);
  const asset = await create<Asset>('/api/assets', {
    assetName: `Pump ${suffix}`,
    uniqueId: `LIST-${suffix}`,
  });
  const twin = await create<Twin>('/api/twins', { assetId: asset.id, active: true });
  const [tag] = await create<Tag[]>('/api/tags', [
    { name: `LIST-${suffix}.P`, caption: 'Suction', type: 'data_point', unit, assetIds: [asset.id] },
  ]);
  await create('/api/tag-aliases', { twinId: twin.id, name: 'Suction', mappedTagId: tag!.id });
  const start = Date.UTC(2024, 0, 1);
  const points = [250, 199, 200, 150].map((value, i) => ({
    time: new Date(start + i * 300_000).toISOString(),
    value,
  }));
  await create(`/api/tags/${tag!.id}/data-points`, points);
  return { client, create, twinId: twin.id, tagId: tag!.id };
}

test('an item is replaced in all records, and captions of a list are shown everywhere', async () => {
  const { client, create, twinId } = await createPump('kPa');
  const mode = await create<FailureMode>('/api/failure-modes', { twinId, name: 'Sticks', mechanism: '1.6' });
  const page = await visit({ as: stage.administrator });
  await page.goto('/settings/lists');
  await page.getByRole('link', { name: 'FAILURE_MECHANISM' }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Sticking' });
  const shownUses = (caption: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: caption })
      .getByText('1 failure modes')
      .filter({ visible: true });
  await shownUses('Sticking').waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Actions for Sticking' }).click();
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Sticking' });
  await dialog.getByLabel('Replace with').selectOption({ label: '1.5 Looseness' });
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await item.getByText('Deprecated').waitFor();
  await shownUses('Looseness').waitFor();
  const [changed] = await client.call<FailureMode[]>('GET', `/api/twins/${twinId}/failure-modes`);
  expect(changed).toMatchObject({ id: mode.id, mechanism: '1.5' });

  // A new failure mode is not offered the deprecated one.
  await page.goto(`/apps/twins/${twinId}/risk`);
  await page
    .getByRole('button', { name: /failure mode/i })
    .first()
    .click();
  const offered = page.getByLabel('Mechanism').locator('option');
  await expect.poll(() => offered.count()).toBeGreaterThan(30);
  expect(await offered.allTextContents()).not.toContain('1.6 Sticking');
});

test('a custom unit is added, converted in a rule, and shown', async () => {
  const code = `sn${randomBytes(3).toString('hex')}`;
  const page = await visit({ as: stage.administrator });
  await page.goto('/settings/uoms');
  await expectUsable(page);
  await page.getByRole('link', { name: 'Pressure', exact: true }).click();
  await page.getByRole('button', { name: 'Add unit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add unit of pressure' });
  for (const label of ['UCUM code', 'Name', 'Abbreviation']) {
    await dialog.getByLabel(label).fill(code);
  }
  await dialog.getByLabel('Factor').fill('1000');
  // Previewed before it is saved: a thousand pascals.
  await expect.poll(() => dialog.getByLabel('Is').inputValue()).toBe('1,000');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Save unit' }).click();
  await page.getByText(`1 ${code} = 1,000 Pa`).waitFor();
  await expectUsable(page);

  const { create, twinId } = await createPump(code);
  const [protection] = await create<Protection[]>('/api/indicators', [
    {
      twinId,
      name: 'Suction low',
      type: 'condition',
      active: true,
      thresholds: [{ name: 'Low', logic: '[Suction] < 2 "bar"', level: 500 }],
    },
  ]);
  await page.goto(`/apps/protections/${protection!.id}/edit`);
  await page.getByRole('img', { name: /^Low: 2 excursions/ }).waitFor();
});

test('a list manager views the items of a category on a phone', async () => {
  const manager = await createPerson({ assignedGroups: ['LIST_MANAGERS'] });
  const page = await visit({ as: manager, viewport: phone });
  await page.goto('/settings/lists/edit/WORK_REQUEST_TYPES');
  await page.getByLabel('Category').selectOption('SAP');
  await page.getByText('Malfunction report').waitFor();
});
