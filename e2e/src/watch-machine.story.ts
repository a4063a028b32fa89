import type { PointSeries } from '@twinward/contracts/signals/data-point';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stage, visit } from './browser.ts';
import { signIn } from './chromium.ts';

const day = 86_400_000;

test('a user finds what led to the failure of February 2014, views its day, and signs out', async () => {
  const page = await visit();
  await page.goto('/');
  await page.waitForURL('**/signin');
  await signIn(page, stage.administrator);
  await page.waitForURL('**/home');

  await page.getByRole('button', { name: 'Apps' }).click();
  await page.getByRole('menuitem', { name: 'Twins' }).click();
  await page.getByRole('searchbox', { name: 'Name or asset id' }).fill('industrial');
  await page.getByRole('link', { name: 'Industrial machine' }).click();
  await page.getByRole('heading', { name: 'Industrial machine', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Twin' }).getByRole('link', { name: 'Monitor' }).click();

  // The signal, and below it a timeline for each threshold.
  await page.getByRole('application', { name: /^Chart of Temperature/ }).waitFor();
  await page.getByRole('img', { name: /^Very cold: \d+ excursions?, / }).waitFor();
  await page.getByRole('button', { name: 'Table' }).click();
  const table = page.getByRole('table', { name: 'Excursions of Loss of heat' });
  await table
    .getByText(/^2014-02-0[78] /)
    .first()
    .waitFor();

  await page.getByRole('link', { name: 'Temperature', exact: true }).click();
  await page.waitForURL('**/explore*');
  const chart = page.getByRole('application', { name: `Chart of ${stage.machine.tagName}` });
  await chart.waitFor();
  const whole = await readAddress(page);
  expect(whole.search).toBe('');

  const finer = page.waitForResponse((response) => parseSpan(response.url()) < 10 * day);
  await drag(page, chart, Date.UTC(2014, 1, 7, 15), Date.UTC(2014, 1, 8, 15));
  const series = (await (await finer).json()) as PointSeries;
  // Each point is shown, one per five minutes, without merging.
  expect(series.buckets).toBeUndefined();
  const times = series.points!.times;
  expect(Math.min(...times.slice(1).map((time, i) => time - times[i]!))).toBe(300_000);

  await expect
    .poll(() => readAddress(page))
    .toMatchObject({ search: expect.stringMatching(/^\?from=2014-02-0[67]T/) });
  const { from, to } = await readAddress(page);
  expect(to - from).toBeGreaterThan(0.5 * day);
  expect(to - from).toBeLessThan(2 * day);
  await page.getByRole('table', { name: `Excursions of ${stage.machine.tagName}` }).waitFor();

  await page.getByRole('button', { name: 'Table' }).click();
  const points = page.getByRole('table', { name: `Points of ${stage.machine.tagName}` });
  await points.getByRole('columnheader', { name: 'Quality' }).waitFor();
  await points
    .getByText(/^2014-02-0[678] .*[05]:00 [AP]M$/)
    .first()
    .waitFor();

  // The address restores the same day.
  await page.reload();
  await points
    .getByText(/^2014-02-0[678] /)
    .first()
    .waitFor();
  expect(await readAddress(page)).toMatchObject({ from, to });

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  await page.goto('/home');
  await page.waitForURL('**/signin');
});

async function readAddress(page: Page): Promise<{ search: string; from: number; to: number }> {
  const { search, searchParams } = new URL(page.url());
  const read = (name: string) => Date.parse(searchParams.get(name) ?? '');
  return { search, from: read('from'), to: read('to') };
}

/** Returns the length of the range of points in a URL. Infinity if it has no range. */
function parseSpan(address: string): number {
  const { pathname, searchParams } = new URL(address);
  if (!pathname.endsWith('/data-points')) return Number.POSITIVE_INFINITY;
  return Number(searchParams.get('to')) - Number(searchParams.get('from'));
}

/** The complete range of the machine in the chart, with its margins, and the margins of the plot in pixels. */
const born = Date.UTC(2013, 11, 2, 21, 15);
const latest = Date.UTC(2014, 1, 19, 15, 25);
const air = 0.015 * (latest - born);
const life = { from: born - air, to: latest + air };
const margin = { left: 56, right: 196 };

/** Selects a range with the mouse. */
async function drag(
  page: Page,
  chart: ReturnType<Page['getByRole']>,
  from: number,
  to: number,
): Promise<void> {
  const box = (await chart.boundingBox())!;
  const width = box.width - margin.left - margin.right;
  const x = (time: number) => box.x + margin.left + ((time - life.from) / (life.to - life.from)) * width;
  const y = box.y + box.height / 2;
  await page.mouse.move(x(from), y);
  await page.mouse.down();
  await page.mouse.move(x((from + to) / 2), y);
  await page.mouse.move(x(to), y);
  await page.mouse.up();
}
