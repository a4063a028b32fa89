import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { desktop, expectAccessible, phone, stage, visit } from './browser.ts';

/** A page that is there with its title and no more skeletons. */
function titled(path: string, name: string) {
  return {
    path,
    async isThere(page: Page) {
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label="Loading..."]'));
    },
  };
}

const { machine, pump } = stage;
const twin = `/apps/twins/${machine.twinId}`;
const explore = `${twin}/tags/${machine.tagId}/explore`;

/** Every page, and what shows that it is all there. */
const pages: Record<string, { path: string; isThere: (page: Page) => Promise<unknown> }> = {
  home: {
    path: '/home',
    isThere: (page) => page.getByRole('list', { name: 'Newest excursions' }).waitFor(),
  },
  twins: {
    path: '/apps/twins?search=engine+00',
    isThere: (page) => page.getByRole('table', { name: 'Twins' }).waitFor(),
  },
  twin: { path: twin, isThere: (page) => page.getByRole('list', { name: 'Newest excursions' }).waitFor() },
  'the monitor': {
    path: `${twin}/protections`,
    isThere: (page) => page.getByRole('img', { name: /^Very cold: / }).waitFor(),
  },
  'the monitor as tables': {
    path: `${twin}/protections?view=table`,
    isThere: (page) => page.getByRole('table', { name: /^Excursions of / }).waitFor(),
  },
  explore: {
    path: explore,
    isThere: (page) => page.getByRole('table', { name: /^Excursions of / }).waitFor(),
  },
  'explore as a table': {
    path: `${explore}?range=day&view=table`,
    isThere: (page) => page.getByRole('table', { name: /^Points of / }).waitFor(),
  },
  'the import': {
    path: `/apps/twins/${pump.twinId}/tags/${pump.tagId}/explore?import=${pump.tagId}`,
    isThere: (page) => page.getByRole('dialog', { name: 'Import data' }).waitFor(),
  },
  "the twin's tags": {
    path: `${twin}/tags`,
    isThere: (page) => page.getByRole('table', { name: 'Inputs' }).waitFor(),
  },
  account: titled('/account', 'User settings'),
  watchlist: titled('/apps/watchlist', 'Watchlist'),
  users: titled('/settings/users', 'Users'),
  groups: titled('/settings/groups', 'Groups'),
  system: titled('/settings/system', 'System'),
  'not found': {
    path: '/notfound?path=/nowhere',
    isThere: (page) => page.getByRole('link', { name: 'Go to Home' }).waitFor(),
  },
};

describe.each([
  ['wide', desktop],
  ['a phone', phone],
] as const)('on %s', (_size, viewport) => {
  test.each(['light', 'dark'] as const)('every page can be used by all, %s', async (colorScheme) => {
    const page = await visit({ viewport, colorScheme, as: stage.administrator });
    for (const { path, isThere } of Object.values(pages)) {
      await page.goto(path);
      await isThere(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  });

  test.each(['light', 'dark'] as const)('the sign-in page can be used by all, %s', async (colorScheme) => {
    const page = await visit({ viewport, colorScheme });
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Required.').first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test('on a phone the menus are in a drawer', async () => {
  const page = await visit({ viewport: phone, as: stage.administrator });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('navigation', { name: 'Main' });
  await drawer.getByRole('link', { name: 'Twins' }).waitFor();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Twins' }).click();
  await page.waitForURL('**/apps/twins');
});

/** Only a table may be wider than the page, within a frame of its own. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `${page.url()} at ${page.viewportSize()?.width}`).toBe(0);
}
