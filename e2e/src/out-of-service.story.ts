import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Twin } from '@twinward/contracts/twins/twin';
import { test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

/** A machine with an alarm since its last point in 2012. */
async function createStanding(): Promise<{ assetId: number; twinId: number }> {
  const suffix = randomBytes(4).toString('hex');
  const client = await createClient(stage.administrator);
  const create = <T>(path: string, body: object): Promise<T> => client.call<T>('POST', path, body);
  const asset = await create<Asset>('/api/assets', {
    assetName: `Old press ${suffix}`,
    uniqueId: `PRESS-${suffix}`,
  });
  const twin = await create<Twin>('/api/twins', { assetId: asset.id, active: true });
  const [tag] = await create<Tag[]>('/api/tags', [
    { name: `PRESS-${suffix}.HEAT`, caption: 'Heat', type: 'data_point', assetIds: [asset.id] },
  ]);
  await create('/api/tag-aliases', {
    twinId: twin.id,
    name: 'Heat',
    type: 'data_point',
    mappedTagId: tag!.id,
  });
  await create('/api/indicators', [
    {
      twinId: twin.id,
      name: 'Heat',
      active: true,
      thresholds: [{ name: 'Hot', logic: '[Heat] > 80', level: 900 }],
    },
  ]);
  await create(`/api/tags/${tag!.id}/data-points`, [
    { time: '2012-03-01T00:00:00Z', value: 50 },
    { time: '2012-03-02T00:00:00Z', value: 90 },
  ]);
  return { assetId: asset.id, twinId: twin.id };
}

test('an asset is taken out of service at a past date, which ends its alarm', async () => {
  const { assetId, twinId } = await createStanding();
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${twinId}`);
  await page.getByText('900').first().waitFor();
  await page.goto(`/apps/assets/${assetId}`);
  await page
    .getByRole('button', { name: 'Edit' })
    .or(page.getByRole('link', { name: 'Edit' }))
    .first()
    .click();
  const date = page.getByRole('group', { name: 'Out of service since' });
  await date.getByRole('spinbutton', { name: 'Year' }).click();
  await page.keyboard.type('201203031200AM');
  await expectUsable(page);
  const save = page.getByRole('button', { name: 'Save asset' });
  await save.click();
  // The field shows the date too, before it is saved.
  await save.waitFor({ state: 'detached' });
  await page.getByText('2012-03-03 12:00 AM').waitFor();
  await page.goto(`/apps/twins/${twinId}`);
  await page.getByText('Out of service since 2012-03-03 12:00 AM').waitFor();
  await page.getByText('1 d', { exact: true }).first().waitFor();
  await expectUsable(page);
});
