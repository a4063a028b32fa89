import type { Browser } from 'playwright-core';
import type { Client } from '../../../server/src/testing/client.ts';
import { type SignIn, settled, signIn } from '../chromium.ts';
import { Director, type Recorded } from './director.ts';
import { pageSize } from './film.ts';
import type { Script } from './script.ts';

/** Records one clip. */
export async function record(
  browser: Browser,
  { client, administrator }: { client: Client; administrator: SignIn },
  script: Script,
): Promise<Recorded> {
  const path = await script.prepare(client);
  const context = await browser.newContext({
    baseURL: client.address,
    viewport: pageSize,
    colorScheme: 'light',
    ...settled,
  });
  // Long enough for a busy machine. The clip does not show the waits.
  context.setDefaultTimeout(120_000);
  try {
    const page = await context.newPage();
    await page.goto('/signin');
    await signIn(page, administrator);
    await page.waitForURL('**/home');
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const director = await Director.start(page, await context.newPage());
    await script.film(director);
    return await director.finish();
  } finally {
    await context.close();
  }
}
