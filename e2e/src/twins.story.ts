import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stage, visit } from './browser.ts';

const search = (page: Page): string => decodeURIComponent(new URL(page.url()).search);
const names = (page: Page): Promise<string[]> =>
  page.getByRole('table', { name: 'Twins' }).locator('tbody').getByRole('link').allTextContents();

test('twins are filtered, sorted and paged, and the state is kept in the URL', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/twins');
  await page.getByText(/of \d+ twins/).waitFor();

  await page.getByRole('searchbox', { name: 'Name or asset id' }).fill('engine');
  await page.getByText('of 100 twins').waitFor();
  expect(search(page)).toBe('?search=engine');
  await page.getByRole('button', { name: 'Remove filter: Name or id contains “engine”' }).waitFor();

  await page.getByLabel('State').selectOption('Active');
  await expect.poll(() => search(page)).toBe('?search=engine&state=active');
  await page.getByRole('button', { name: 'Remove filter: Name or id contains “engine”' }).click();
  await page.getByText(/of \d+ twins/).waitFor();

  const byName = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  await byName.click();
  await expect.poll(async () => (await names(page)).includes('Cooling water pump')).toBe(true);
  const byAlphabet = new Intl.Collator('en').compare;
  expect(await names(page)).toEqual((await names(page)).toSorted(byAlphabet));
  expect(search(page)).toBe('?state=active&sort=AssetName');
  await byName.click();
  await expect.poll(async () => (await names(page))[0]).toBe('Turbofan engine 100');
  const first = await names(page);

  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect.poll(async () => (await names(page))[0]).not.toBe(first[0]);
  const second = await names(page);
  expect(second.filter((name) => first.includes(name))).toEqual([]);
  expect(byAlphabet(first.at(-1)!, second[0]!)).toBeGreaterThanOrEqual(0);
  expect(search(page)).toBe('?state=active&sort=-AssetName&page=2');
  await page.reload();
  await expect.poll(() => names(page)).toEqual(second);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(first);

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText(/of \d+ twins/).waitFor();
  await page.getByRole('searchbox', { name: 'Name or asset id' }).fill('no such twin');
  await page.getByText('No results found.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText(/of \d+ twins/).waitFor();
});

test('the list of twins is used by keyboard only', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/twins?search=engine&sort=AssetName');
  await page.getByRole('link', { name: 'Turbofan engine 001' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Turbofan engine 002');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Turbofan engine 002', level: 1 }).waitFor();
  // The focus is at the start of a new screen, so that the first key skips nothing.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('the content below the top bar is reached with two keys', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/twins');
  await page.getByRole('table', { name: 'Twins' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});
