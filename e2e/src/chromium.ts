import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';

/** Options of every browser context, so that pages look the same on each machine. */
export const settled = { reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' } as const;

export interface SignIn {
  userName: string;
  password: string;
  /** Default: the demo. */
  databaseName?: string;
}

/** Starts the same Chromium as `npm test`. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
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
