import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stage, visit } from './browser.ts';
import { expectFocus, expectSaid, focused, press } from './keys.ts';
import { pages } from './pages.ts';
import { createClient } from './people.ts';

/** Twelve screens of different kinds. */
const screens = [
  '/home',
  '/apps/twins?search=engine+00',
  `/apps/twins/${stage.machine.twinId}`,
  `/apps/twins/${stage.machine.twinId}/protections`,
  '/apps/protections/1/edit',
  '/apps/advisories',
  `/apps/twins/${stage.pump.twinId}/advisories/${stage.advisoryId}`,
  '/apps/riskanalyses/new',
  '/tools/records',
  '/settings/connections',
  '/settings/users',
  '/account',
].map((path) => pages.find((page) => page.path === path)!);

const widths = [320, 360, 390, 600, 640, 1440];

test.each(screens.map((screen) => [screen.path, screen] as const))(
  '%s fits every width, and its controls have unique names',
  async (_, { path, isThere }) => {
    const page = await visit({ as: stage.administrator });
    await page.goto(path);
    await isThere(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      // Charts are redrawn shortly after the width has changed.
      const excess = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(async () => [width, await excess()]).toEqual([width, 0]);
    }
    expect(await unclearControls(page)).toEqual([]);
  },
);

const controls = new Set([
  'button',
  'link',
  'textbox',
  'combobox',
  'checkbox',
  'switch',
  'radio',
  'searchbox',
  'spinbutton',
]);
const parts = new Set(['group', 'radiogroup', 'region', 'listitem', 'dialog', 'navigation', 'form']);

interface AxNode {
  nodeId: string;
  parentId?: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value?: unknown } }[];
}

/** Controls without a name, and those that share role and name with another one in the same named part of the page. */
async function unclearControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const findPart = (node: AxNode): string => {
    for (let up = byId.get(node.parentId ?? ''); up; up = byId.get(up.parentId ?? '')) {
      const role = up.role?.value ?? '';
      if (parts.has(role) && (role === 'listitem' || up.name?.value)) return up.nodeId;
    }
    return '';
  };
  const seen = new Map<string, number>();
  for (const node of nodes) {
    const role = node.role?.value ?? '';
    if (node.ignored || !controls.has(role)) continue;
    const name = (node.name?.value ?? '').trim();
    // Links with one name may lead to one address.
    const address = role === 'link' ? node.properties?.find((one) => one.name === 'url')?.value.value : '';
    const key = name === '' ? `${role} without a name` : `${role} ${name}`;
    const place = `${key}|${findPart(node)}`;
    if (role === 'link' && name !== '' && seen.has(`${place}|${address}`)) continue;
    if (role === 'link') seen.set(`${place}|${address}`, 1);
    seen.set(place, (seen.get(place) ?? 0) + 1);
  }
  return [...seen]
    .filter(
      ([place, count]) => place.split('|').length === 2 && (count > 1 || place.includes('without a name')),
    )
    .map(([place, count]) => `${place.split('|')[0]} (${count})`);
}

test('the top bar, the search and a list are used by keyboard only, and focus is restored', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/twins?search=engine+00');
  await page.getByRole('table', { name: 'Twins' }).waitFor();
  await page.keyboard.press('Tab');
  await expectFocus(page, /^Skip to content$/);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

  await press(page, 'Help');
  await expectFocus(page, /^Documentation/);
  await page.keyboard.press('Escape');
  await expectFocus(page, /^Help$/);

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.press('Escape');
  await expectFocus(page, /^Help$/);

  const rows = page.locator('[data-row-link]');
  const second = await rows.nth(1).textContent();
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(second);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/apps\/twins\/\d+$/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('thresholds and inputs are added and removed by keyboard only, and announced', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${stage.pump.twinId}/protections/new/edit`);
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
  await press(page, 'Add threshold');
  await expectSaid(page, /^Threshold \d+ was added\.$/);
  await expectFocus(page, /^Add threshold$/);
  await press(page, /^Remove /);
  await expectSaid(page, / was removed\.$/);
  await expectFocus(page, /^Thresholds$/);

  // Arrows choose; the button adds.
  await page.getByLabel('Add an input').focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('button', { name: /^Remove .*Bearing$/ }).count()).toBe(0);
  await page.keyboard.press('Tab');
  await expectFocus(page, /^Add the input$/);
  await page.keyboard.press('Enter');
  await expectSaid(page, /^Bearing was added\.$/);
  await expectFocus(page, /^(Add the input|Inputs)$/);
  await press(page, 'Remove Bearing');
  await expectSaid(page, /^Bearing was removed\.$/);
  await expectFocus(page, /^Inputs$/);
});

test('an advisory is submitted by keyboard only, and fields required to close it get focus', async () => {
  const client = await createClient(stage.administrator);
  const draft = await client.call<Advisory>('POST', '/api/advisories', {
    twinId: stage.pump.twinId,
    name: 'Look at the seal',
  });
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${stage.pump.twinId}/advisories/${draft.id}`);
  await page.getByRole('button', { name: 'Submit' }).waitFor();
  await press(page, 'Submit');
  await expectSaid(page, /^The advisory is active\.$/);
  await expectFocus(page, /^(Look at the seal|Close advisory)$/);

  await press(page, 'Close advisory');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await press(page, 'Close advisory');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio');
  expect(
    await page.evaluate(() => {
      const described = document.activeElement?.getAttribute('aria-describedby') ?? '';
      return document.getElementById(described)?.textContent;
    }),
  ).toBe('Required.');
});

test('a simulation started by keyboard announces its result, and focus stays on the page', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/protections/${stage.machine.twinId}/1/simulation`);
  await page.getByRole('button', { name: 'Simulate' }).waitFor();
  await press(page, 'Simulate');
  await expectSaid(page, /^[\d,]+ excursions?$/);
  await expectFocus(page, /^(Simulation of .*|Simulate)$/);
});

test('placeholders are readable, and the open tab is marked in forced colours mode', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${stage.machine.twinId}/protections`);
  await page.getByRole('navigation', { name: 'Twin' }).waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const border = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  const open = await border('nav[aria-label=Twin] a[aria-current=page]');
  expect(open).not.toBe(await border('nav[aria-label=Twin] a:not([aria-current=page])'));
  await page.emulateMedia({ forcedColors: 'none' });
  await page.goto('/apps/twins');
  const field = page.getByPlaceholder('Name').or(page.getByRole('searchbox')).first();
  await field.waitFor();
  expect(await field.evaluate((input) => getComputedStyle(input, '::placeholder').opacity)).toBe('1');
});

test('the top bar and the main button of a page are large enough for touch on a phone', async () => {
  const page = await visit({ as: stage.administrator });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/groups/add');
  const save = page.locator('main .MuiButton-contained');
  await save.first().waitFor();
  const bar = page.getByRole('banner').getByRole('button');
  const small = async () =>
    (await Promise.all([...(await bar.all()), ...(await save.all())].map(smallerThanFinger))).filter(Boolean);
  await expect.poll(() => bar.filter({ visible: true }).count()).toBeGreaterThan(3);
  await expect.poll(small).toEqual([]);
});

/** Returns the name and size of a control smaller than 44 by 44 px. Null for other and hidden controls. */
async function smallerThanFinger(control: Locator): Promise<string | null> {
  const box = await control.boundingBox();
  if (box === null || (box.width >= 44 && box.height >= 44)) return null;
  const name = (await control.getAttribute('aria-label')) ?? (await control.textContent());
  return `${name}: ${box.width} x ${box.height}`;
}
