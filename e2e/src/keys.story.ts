import { randomUUID } from 'node:crypto';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stage, visit } from './browser.ts';
import { expectFocus, focused, press, tabTo } from './keys.ts';
import { createClient, createPerson } from './people.ts';

// Tasks with the keyboard only: after each action the focus is where the work continues, never on the page's body.

/** Moves the focus into a field by Tab, and types. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }).last());
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test('a protection is created, saved, shelved and put back in service by keyboard only', async () => {
  const name = `By keys ${randomUUID().slice(0, 8)}`;
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${stage.pump.twinId}/protections/new/edit`);
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
  await press(page, 'Save');
  // The first field with an error.
  await expect
    .poll(() =>
      page.getByLabel('Name', { exact: true }).evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.type(name);
  await press(page, 'Add threshold');
  await expectFocus(page, /^Add threshold$/);
  await type(page, 'Threshold', 'Warm');
  await type(page, 'Level', '300');
  await page.getByRole('textbox', { name: 'Logic of Warm', exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('[Bearing] > 68');
  await page.keyboard.press('Escape');
  await press(page, 'Save');
  await page.waitForURL(/\/apps\/protections\/\d+\/edit/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => focused(page)).not.toBe('nothing');
  const [, id] = /\/protections\/(\d+)/.exec(page.url())!;
  const client = await createClient(stage.administrator);
  const saved = await client.call<Protection>('GET', `/api/indicators/${id}`);
  expect(saved).toMatchObject({ name, thresholds: [{ name: 'Warm', level: 300, logic: '[Bearing] > 68' }] });
  await press(page, 'Activate');
  await page.getByText('Inactive: not evaluated').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).not.toBe('nothing');

  await page.goto(page.url().replace(/\/edit.*/, ''));
  await page.getByRole('button', { name: 'Shelve', exact: true }).waitFor();
  await press(page, 'Shelve');
  const dialog = page.getByRole('dialog', { name: `Shelve ${name}` });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(page, /^Shelve$/);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await type(page, 'Reason', 'It is being overhauled');
  await press(page, 'Shelve');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('by admin: It is being overhauled').waitFor();
  await expect.poll(() => focused(page)).not.toBe('nothing');
});

test('a subscription to a twin is added by keyboard only, and focus stays on the button', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${stage.machine.twinId}`);
  const button = page.getByRole('button', { name: /^(Subscribe to|Unsubscribe from) this twin/ }).first();
  // It is disabled while the subscriptions load.
  await expect.poll(() => button.isEnabled()).toBe(true);
  await tabTo(page, button);
  const before = await focused(page);
  await page.keyboard.press('Enter');
  await expectFocus(
    page,
    before.startsWith('Unsubscribe') ? /^Subscribe to this twin/ : /^Unsubscribe from this twin/,
  );
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe(before);
});

test('a group is created by keyboard only, and rejected without a name', async () => {
  const name = `KEYS_${randomUUID().slice(0, 8).toUpperCase()}`;
  const page = await visit({ as: stage.administrator });
  await page.goto('/settings/groups/add');
  await page.getByRole('heading', { level: 1, name: 'Add group' }).waitFor();
  await press(page, /^(Save|Add group|Save group)$/);
  await expect
    .poll(() =>
      page.getByLabel('Name', { exact: true }).evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.type(name);
  await type(page, 'Caption', 'Made by keys');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/groups');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('the import dialog is opened and closed by keyboard only, and focus returns to its button', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Import data' }).waitFor();
  await press(page, 'Import data');
  const dialog = page.getByRole('dialog', { name: 'Import data' });
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(page, /^Import data$/);
});

test('rows of a list are selected and deselected by keyboard only', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/twins?search=engine+00');
  const table = page.getByRole('table', { name: 'Twins' });
  await table.waitFor();
  await tabTo(page, table.getByRole('checkbox').nth(1));
  await page.keyboard.press('Space');
  await page.getByRole('status').filter({ hasText: '1 selected' }).waitFor();
  await press(page, 'Clear selection');
  await page.getByRole('status').filter({ hasText: 'selected' }).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).not.toBe('nothing');
});

test('the theme is changed by keyboard only', async () => {
  // A separate user, because the theme is stored with the user.
  const page = await visit({ as: await createPerson() });
  await page.goto('/account');
  await page.getByRole('heading', { level: 1, name: 'User settings' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('dark');
  await page.getByRole('option', { name: /dark/i }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await expect.poll(scheme).toBe('dark');
  await expect.poll(() => focused(page)).not.toBe('nothing');
});
