import { type Browser, chromium, type Page } from 'playwright-core';

/** Chromium as CHROMIUM_PATH names it, or Debian's. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
}

/** A page on which the administrator is signed in. */
export async function openSignedIn(browser: Browser, address: string, password: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: address, viewport: { width: 1440, height: 900 } });
  await page.goto('/signin');
  await page.getByLabel('Database').fill('demo');
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  return page;
}
