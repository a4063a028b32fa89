import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';
import type { Product } from './product.ts';

/** Opens a page in Chromium with the administrator signed in. */
export async function withPage<T>(
  { address, password }: Product,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ baseURL: address, viewport: { width: 1440, height: 900 } });
    await page.goto('/signin');
    await page.getByLabel('Database').fill('demo');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/home');
    return await use(page);
  } finally {
    await browser.close();
  }
}
