import { join } from 'node:path';
import { repositoryDirectory } from '../../server/src/platform/config/paths.ts';
import { launch, signIn } from './chromium.ts';
import { startProduct } from './product.ts';
import { findMachine } from './stage.ts';

/** `node --import tsx e2e/src/screenshot.ts`: the picture of the README, from the demo as it is loaded. */

const path = join(repositoryDirectory, 'docs', 'images', 'monitor.png');

const product = await startProduct();
const browser = await launch();
try {
  const page = await browser.newPage({
    baseURL: product.client.address,
    viewport: { width: 1440, height: 640 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  await page.goto('/signin');
  await signIn(page, product.administrator);
  await page.waitForURL('**/home');
  const { twinId } = await findMachine(product.client);
  await page.goto(`/apps/twins/${twinId}/protections`);
  await page.getByRole('img', { name: /^Very cold: \d+ excursions?, / }).waitFor();
  await page
    .getByRole('application', { name: /^Chart of / })
    .locator('canvas')
    .waitFor();
  // Pictures are taken of what is painted: two frames later the chart is.
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  await page.screenshot({ path });
} finally {
  await browser.close();
  await product.stop();
}
