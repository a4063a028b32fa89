import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

/** A compressor whose seal can leak, without a protection. */
async function createCompressor(): Promise<{ mode: string; assetName: string }> {
  const suffix = randomBytes(4).toString('hex');
  const client = await createClient(stage.administrator);
  const create = <T>(path: string, body: object): Promise<T> => client.call<T>('POST', path, body);
  const assetName = `Compressor ${suffix}`;
  const asset = await create<Asset>('/api/assets', { assetName, uniqueId: `COMP-${suffix}` });
  const twin = await create<Twin>('/api/twins', {
    assetId: asset.id,
    active: true,
    startDate: '2024-01-01T00:00:00Z',
    missionTime: 'P365D',
  });
  const [tag] = await create<Tag[]>('/api/tags', [
    { name: `COMP-${suffix}.SEAL`, caption: 'Seal', type: 'data_point', assetIds: [asset.id] },
  ]);
  await create('/api/tag-aliases', {
    twinId: twin.id,
    name: 'Seal',
    type: 'data_point',
    mappedTagId: tag!.id,
  });
  const start = Date.UTC(2024, 0, 1);
  const points = Array.from({ length: 200 }, (_, i) => ({
    time: new Date(start + i * 300_000).toISOString(),
    value: 2,
  }));
  await create(`/api/tags/${tag!.id}/data-points`, points);
  const mode = `Seal leaks ${suffix}`;
  await create('/api/failure-modes', {
    twinId: twin.id,
    name: mode,
    probability: { lifeCycleState: 'new', value: 40 },
    consequence: { lifeCycleState: 'new', value: 500_000 },
  });
  return { mode, assetName };
}

const listed = (page: Page, mode: string) =>
  page.getByRole('table', { name: 'Unprotected failure modes' }).getByRole('row', { name: mode });

test('a protection is created for an unprotected failure mode, which is then not listed', async () => {
  const { mode, assetName } = await createCompressor();
  const page = await visit({ as: stage.administrator });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Apps' }).click();
  await page.getByRole('menuitem', { name: 'Unprotected failure modes' }).click();
  await page.getByRole('searchbox', { name: 'Failure mode or asset' }).fill(assetName);
  await page.waitForURL(/search=/);
  await listed(page, mode).getByText('$200,000').waitFor();
  await listed(page, mode).getByText('No protection').waitFor();
  await expectUsable(page);

  // The new protection has the twin, the failure mode and its name.
  await page.getByRole('link', { name: `Protect against ${mode}` }).click();
  await page.getByRole('heading', { level: 1, name: mode }).waitFor();
  await page.getByRole('checkbox', { name: mode, checked: true }).waitFor();
  await page.getByRole('switch', { name: /^Active/ }).setChecked(true);
  await page.getByRole('button', { name: 'Add threshold' }).click();
  await page.getByLabel('Threshold', { exact: true }).fill('Loss');
  await page.getByLabel('Level', { exact: true }).fill('600');
  await page.getByRole('textbox', { name: 'Logic of Loss', exact: true }).click();
  await page.keyboard.type('[Seal] < 1');
  await page.keyboard.press('Escape');

  // One click takes the interval at which the points come.
  const proposal = page.getByRole('button', { name: 'Use the proposed interval of Seal' });
  await proposal.getByText('Use 5 minutes, tolerance 5 minutes').waitFor();
  await expectUsable(page);
  await proposal.click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/apps\/protections\/\d+\/edit/);

  await page.goto(`/apps/unprotected?search=${encodeURIComponent(assetName)}`);
  await page.getByText('No results found.').waitFor();

  // By that interval its last point is overdue, so that it is silent and listed separately.
  await page.goto('/home');
  const silent = page.getByRole('table', { name: 'Silent twins' });
  await silent.getByRole('link', { name: assetName }).click();
  await page.getByText(/^Silent since/).waitFor();
  await page.getByRole('table', { name: 'Inputs' }).getByText('Stale since').waitFor();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Monitor' }).click();
  await page.getByText(/^\[Seal\] has been stale since/).waitFor();
  await expectUsable(page);
});
