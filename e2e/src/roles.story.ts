import { randomBytes } from 'node:crypto';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectProblem, expectUsable, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

const suffix = randomBytes(3).toString('hex');
const list = `SHIFT_${suffix.toUpperCase()}`;
const open = { name: `round_${suffix}`, caption: `Round ${suffix}`, restricted: false, recordId: 0 };
const restricted = { name: `salary_${suffix}`, caption: `Salary ${suffix}`, restricted: true, recordId: 0 };
const refusal = 'You do not have sufficient privileges to access this page.';

beforeAll(async () => {
  const client = await createClient(stage.administrator);
  await client.call('POST', '/api/lists', {
    name: list,
    configuration: { items: [{ value: 'EARLY', caption: 'Early' }] },
  });
  for (const type of [open, restricted]) {
    const { name, caption } = type;
    await client.call('POST', '/api/recordtypes', {
      name,
      caption,
      restricted: type.restricted,
      fields: [{ name: 'what', caption: 'What', kind: 'text' }],
    });
    const record = await client.call<CustomRecord>('POST', `/api/records/${name}`, {
      fields: { what: `${caption} of May` },
    });
    type.recordId = record.id;
  }
});

/** Returns the items of the menus of the bar, by menu. Omits missing menus. */
async function readMenus(page: Page): Promise<Record<string, string[]>> {
  const menus: Record<string, string[]> = {};
  for (const name of ['Apps', 'Tools', 'Settings']) {
    const button = page.getByRole('button', { name, exact: true });
    if ((await button.count()) === 0) continue;
    await button.click();
    await page.getByRole('menuitem').first().waitFor();
    menus[name] = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  return menus;
}

async function expectRefused(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('main').getByText(refusal).waitFor();
  }
}

/** Asserts that a type without read access is unknown, like its records. */
async function expectUnknown(page: Page): Promise<void> {
  expectProblem(/404/);
  for (const path of [`/tools/records?type=${restricted.name}`, `/tools/records/${restricted.recordId}`]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
  }
}

test('a viewer opens the apps and reads unrestricted records, but changes nothing', async () => {
  const page = await visit({ as: await createPerson({ assignedGroups: ['VIEWERS'] }) });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Search' }).waitFor();
  const menus = await readMenus(page);
  expect(Object.keys(menus)).toEqual(['Apps', 'Tools']);
  expect(menus.Apps).toEqual(
    expect.arrayContaining(['Watchlist', 'Risk analyses', 'Twins', 'Advisories', 'Twin library', 'Insights']),
  );
  expect(menus.Tools).toEqual(['Records']);
  await expectRefused(page, [
    '/tools/querylist',
    '/settings/users',
    '/settings/recordtypes',
    `/settings/recordtypes/edit/${open.name}`,
    '/settings/relationships',
    '/settings/lists',
    `/settings/lists/edit/${list}`,
    '/settings/uoms',
    '/settings/system',
    '/settings/connections',
  ]);

  await page.goto('/tools/records');
  const types = page.getByRole('table', { name: 'Record types' });
  await types.getByRole('link', { name: open.caption }).waitFor();
  expect(await types.getByRole('link', { name: restricted.caption }).count()).toBe(0);
  await types.getByRole('link', { name: open.caption }).click();
  await page.getByRole('link', { name: `${open.caption} of May` }).waitFor();
  await expectUsable(page);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('link', { name: `Add ${open.caption}` }).count()).toBe(0);
  await page.getByRole('link', { name: `${open.caption} of May` }).click();
  await page.getByRole('heading', { level: 1, name: `${open.caption} of May` }).waitFor();
  for (const name of ['Edit', 'Delete']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  }
  await page.goto(`/tools/records/new?type=${open.name}`);
  await page.getByText('You do not have permission to add records of this type.').waitFor();
  await expectUnknown(page);
});

test('a list manager changes lists, but has no access to apps, other settings and records', async () => {
  const page = await visit({ as: await createPerson({ assignedGroups: ['LIST_MANAGERS'] }) });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Settings' }).waitFor();
  expect(await readMenus(page)).toEqual({ Tools: ['Records'], Settings: ['Lists'] });
  expect(await page.getByRole('button', { name: 'Search' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Lists' }).click();
  await page.getByRole('link', { name: list }).click();
  await page.getByRole('button', { name: 'Add item' }).click();
  const adding = page.getByRole('dialog');
  await adding.getByLabel('Value').fill('LATE');
  await adding.getByLabel('Caption').fill('Late');
  await adding.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Save list' }).click();
  await page.getByText('Saved.').first().waitFor();
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'Late' }).waitFor();

  await expectRefused(page, [
    '/apps/twins',
    '/apps/advisories',
    '/apps/riskanalyses',
    '/apps/library',
    '/dashboard',
    '/tools/querylist',
    '/settings/users',
    '/settings/recordtypes',
    '/settings/relationships',
    '/settings/uoms',
    '/settings/system',
    '/settings/connections',
  ]);
  await page.goto('/tools/records');
  await page.getByText('You have no access to records.').waitFor();
  await expectUsable(page);
  await expectUnknown(page);
});

test('records of an assigned type are read and written without membership in a group', async () => {
  const page = await visit({
    as: await createPerson({ assignedGroups: ['LIST_MANAGERS'], directRecordTypes: [restricted.name] }),
  });
  await page.goto('/tools/records');
  const types = page.getByRole('table', { name: 'Record types' });
  await types.getByRole('link', { name: restricted.caption }).waitFor();
  expect(await types.locator('tbody tr').count()).toBe(1);
  await types.getByRole('link', { name: restricted.caption }).click();
  await page.getByRole('link', { name: `Add ${restricted.caption}` }).click();
  await page.getByLabel('What').fill('June');
  await page.getByRole('button', { name: `Add ${restricted.caption}` }).click();
  await page.getByRole('heading', { level: 1, name: 'June' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
});
