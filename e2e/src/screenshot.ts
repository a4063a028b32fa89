import { join } from 'node:path';
import type { TwinModelSummary } from '@twinward/contracts/library/twin-model';
import type { DashboardSummary } from '@twinward/contracts/questions/dashboard';
import type { Page } from 'playwright-core';
import { repositoryDirectory } from '../../server/src/platform/config/paths.ts';
import type { Client } from '../../server/src/testing/client.ts';
import { launch, signIn } from './chromium.ts';
import { startProduct } from './product.ts';
import { findMachine } from './stage.ts';

/**
 * `node --import tsx e2e/src/screenshot.ts [name...]`: pictures of the README and the guides in docs/images, all of
 * them unless some are named, each from the demo as it is loaded.
 */

interface Picture {
  demo: 'recorded' | 'on';
  height: number;
  findAddress: (client: Client) => Promise<string>;
  /** Waits until the content of the picture is loaded. */
  ready: (page: Page) => Promise<unknown>;
}

const pictures: Record<string, Picture> = {
  monitor: {
    demo: 'recorded',
    height: 640,
    findAddress: async (client) => `/apps/twins/${(await findMachine(client)).twinId}/protections`,
    ready: async (page) => {
      await page.getByRole('img', { name: /^Very cold: \d+ excursions?, / }).waitFor();
      await page
        .getByRole('application', { name: /^Chart of / })
        .locator('canvas')
        .waitFor();
    },
  },
  dashboard: {
    demo: 'on',
    height: 1000,
    findAddress: async (client) => {
      const dashboards = await client.list<DashboardSummary>('/api/dashboards/filters', {});
      return `/dashboard?id=${dashboards.find(({ name }) => name.startsWith('Demo: '))!.id}`;
    },
    ready: async (page) => {
      await page
        .getByRole('img', { name: /^Corrective work by week\. Bar chart/ })
        .locator('canvas')
        .waitFor();
      await page
        .getByRole('img', { name: /^Excursions by day and threshold\. Bar chart/ })
        .locator('canvas')
        .waitFor();
    },
  },
  'exchange-export': {
    demo: 'recorded',
    height: 900,
    findAddress: async () => '/settings/exchange?package=export',
    ready: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Export a package' });
      await dialog.getByLabel(/^Twins \(/).selectOption('All');
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      await dialog.getByRole('button', { name: /^Download / }).waitFor();
    },
  },
  'library-performance': {
    demo: 'on',
    height: 620,
    findAddress: async (client) => {
      const models = await client.list<TwinModelSummary>('/api/library/models/filters', {});
      return `/apps/library/twin-models/${models.find(({ name }) => name === 'Turbofan engine')!.id}/performance`;
    },
    ready: (page) => page.getByRole('table', { name: 'Failure modes' }).waitFor(),
  },
};

const asked = process.argv.slice(2);
const browser = await launch();
try {
  for (const [name, picture] of Object.entries(pictures)) {
    if (asked.length === 0 || asked.includes(name)) await take(name, picture);
  }
} finally {
  await browser.close();
}

async function take(name: string, { demo, height, findAddress, ready }: Picture): Promise<void> {
  const product = await startProduct(demo);
  try {
    const page = await browser.newPage({
      baseURL: product.client.address,
      viewport: { width: 1440, height },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
    });
    await page.goto('/signin');
    await signIn(page, product.administrator);
    await page.waitForURL('**/home');
    await page.goto(await findAddress(product.client));
    await ready(page);
    // A screenshot contains only painted content. The chart is painted after two frames.
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
    );
    await page.screenshot({ path: join(repositoryDirectory, 'docs', 'images', `${name}.png`) });
  } finally {
    await product.stop();
  }
}
