import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desktop, expectAccessible, expectContrast, phone, stage, visit } from './browser.ts';
import { pages } from './pages.ts';

test('every page can be used by all, wide and on a phone, light and dark', async () => {
  const page = await visit({ as: stage.administrator });
  for (const { path, isThere } of pages) {
    await page.goto(path);
    await isThere(page);
    await expectUsable(page);
  }
});

test('the sign-in page can be used by all, wide and on a phone, light and dark', async () => {
  const page = await visit();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Required.').first().waitFor();
  await expectUsable(page);
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

/** Looks at the page as it stands in both sizes and colour schemes; dark differs from light in its colours only. */
async function expectUsable(page: Page): Promise<void> {
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await settle(page, 'light');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await settle(page, 'dark');
    await expectContrast(page);
  }
}

/** Gives the page a colour scheme, and waits until it is drawn in it with nothing left to load. */
async function settle(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) =>
      getComputedStyle(document.documentElement).colorScheme === scheme &&
      !document.querySelector('[role="status"][aria-label="Loading..."]'),
    colorScheme,
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Only a table may be wider than the page, within a frame of its own. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `${page.url()} at ${page.viewportSize()?.width}`).toBe(0);
}
