import { randomBytes } from 'node:crypto';
import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

/** Calls `ran` if a page interprets it as markup: the image fails to load, and the script runs. */
const markup = '<img src=x onerror=ran()>';
const script = `${markup}<script>ran()</script>`;

/** Records of every kind with markup in all their texts, and the addresses that show them. */
async function createRecords(): Promise<string[]> {
  const suffix = randomBytes(4).toString('hex');
  const group = `MARKUP-${suffix}`;
  const client = await createClient(stage.administrator);
  const create = <T>(path: string, body: object): Promise<T> => client.call<T>('POST', path, body);
  const person = await createPerson({ firstName: script, lastName: script });
  await create('/api/groups', { name: group, caption: script, description: script });
  const texts = { technicalNumber: script, maintenancePlant: script, planningPlant: script };
  const asset = await create<Asset>('/api/assets', {
    ...texts,
    assetName: script,
    uniqueId: script + suffix,
    description: script,
  });
  const twin = await create<Twin>('/api/twins', { assetId: asset.id, description: script, active: true });
  const tag = { caption: script, description: script, keywords: [markup], assetIds: [asset.id] };
  const [signal] = await create<Tag[]>('/api/tags', [{ ...tag, name: script + suffix, type: 'data_point' }]);
  const [jobs] = await create<Tag[]>('/api/tags', [
    { ...tag, name: `${script} work ${suffix}`, type: 'work' },
  ]);
  const alias = { twinId: twin.id, description: script };
  await create('/api/tag-aliases', { ...alias, name: markup, mappedTagId: signal!.id });
  await create('/api/tag-aliases', { ...alias, name: `${markup} work`, type: 'work', mappedTagId: jobs!.id });
  await create('/api/work', {
    tagId: jobs!.id,
    number: markup,
    name: script,
    kind: 'other',
    description: script,
  });
  await create('/api/failure-modes', { twinId: twin.id, name: script, description: script });
  await create('/api/activities', { twinId: twin.id, name: script, description: script });
  await create('/api/indicators', [
    {
      twinId: twin.id,
      name: script,
      description: script,
      active: true,
      thresholds: [{ name: script, logic: `[${markup}] > 80`, level: 500 }],
    },
  ]);
  const advisory = await create<Advisory>('/api/advisories', {
    twinId: twin.id,
    name: script,
    comment: script,
  });
  const [analysis] = await create<RiskAnalysis[]>('/api/riskanalyses/', [
    { name: markup, description: script, assetIds: [asset.id] },
  ]);
  const ofTwin = `/apps/twins/${twin.id}`;
  return [
    `/apps/twins?search=${encodeURIComponent('onerror')}`,
    ...['', '/risk', '/protection', '/protections', '/activities', '/advisories', '/asset', '/tags'].map(
      (page) => ofTwin + page,
    ),
    `${ofTwin}/tags/mapping`,
    `${ofTwin}/tags/${signal!.id}/explore`,
    `${ofTwin}/work`,
    `${ofTwin}/advisories/${advisory.id}`,
    `${ofTwin}/protections/new/edit`,
    '/apps/protections?search=onerror',
    `/apps/assets/${asset.id}/tags`,
    '/apps/riskanalyses',
    `/apps/riskanalyses/${analysis!.id}`,
    '/settings/groups',
    `/settings/groups/edit/${group}`,
    `/settings/users?search=${person.userName}`,
    '/settings/audit',
  ];
}

/** Asserts that the markup is shown as text only. */
async function expectText(page: Page, path: string): Promise<void> {
  const isShown = (text: string): boolean =>
    (document.body.textContent ?? '').includes(text) ||
    [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(({ value }) =>
      value.includes(text),
    );
  await expect.poll(() => page.evaluate(isShown, markup), { message: path, timeout: 30_000 }).toBe(true);
  expect(await page.locator('img[src=x], [onerror]').count(), path).toBe(0);
}

test('markup in texts is shown as typed, and never run', async () => {
  const paths = await createRecords();
  const page = await visit({ as: stage.administrator });
  const runs: string[] = [];
  await page.exposeFunction('ran', () => runs.push(page.url()));
  for (const path of paths) {
    await page.goto(path);
    await expectText(page, path);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('onerror');
  await page.getByRole('option').first().waitFor();
  await expectText(page, 'the search');
  expect(runs).toEqual([]);
});
