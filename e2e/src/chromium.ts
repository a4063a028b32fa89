import { type Browser, chromium, type Page } from 'playwright-core';

export interface SignIn {
  userName: string;
  password: string;
}

/** Chromium as CHROMIUM_PATH names it, or Debian's. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
}

/** Fills in the sign-in page, which must be shown. */
export async function signIn(page: Page, { userName, password }: SignIn): Promise<void> {
  await page.getByLabel('Database').fill('demo');
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
