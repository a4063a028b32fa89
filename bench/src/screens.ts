import { setTimeout as delay } from 'node:timers/promises';
import type { TwinLevels } from '@twinward/contracts/twins/twin';
import type { Client } from '@twinward/server/src/testing/client.ts';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { withProduct } from './product.ts';
import { atMost, type BenchRow } from './row.ts';

/** Number of times that each screen is opened. The median is used. */
const rounds = 5;
/** A screen is ready when its rows have not changed for this time, in ms. */
const quiet = 1000;
/** Maximum time from the end of the last response to the frame with its rows, in ms. */
const readyLimit = 150;
/** Maximum compressed size that the home page loads before it is ready, in KB. */
const homeLimit = 200;

/** Screens of the demo, and the selector of their rows. */
const screens: readonly { name: string; path: string; rows: string }[] = [
  { name: 'home', path: '/home', rows: 'main li' },
  { name: 'twins', path: '/apps/twins', rows: 'main tbody tr' },
  { name: 'protections', path: '/apps/protections', rows: 'main tbody tr' },
  { name: 'record types', path: '/settings/recordtypes', rows: 'main tbody tr' },
  { name: 'categories of units', path: '/settings/uoms', rows: 'main tbody tr' },
  { name: 'inputs of a twin', path: '/apps/twins/1/tags', rows: 'main tbody tr' },
  {
    name: 'points of a tag',
    path: '/apps/twins/1/tags/1/explore?range=year&view=table',
    rows: 'main tbody tr',
  },
  { name: 'excursions of a twin', path: '/apps/twins/1/protections?view=table', rows: 'main tbody tr' },
  { name: 'benchmarks', path: '/settings/benchmarks', rows: 'main tbody tr' },
  { name: 'audit trail', path: '/settings/audit', rows: 'main tbody tr' },
];

/**
 * Measures ten screens of the demo in a browser, each loaded without cache: files and bytes, the time from the last
 * response until its rows are drawn, and tasks of more than 50 ms, against the same texts as a bare HTML table.
 */
export async function screensBench(): Promise<BenchRow[]> {
  return withProduct(
    async (product) => {
      await untilEvaluated(await product.signIn());
      return withPage(product, async (page) => {
        await page.addInitScript(recordTasks);
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.setCacheDisabled', { cacheDisabled: true });
        const figures: BenchRow[] = [];
        for (const screen of screens) figures.push(...(await measure(page, screen)));
        return figures;
      });
    },
    { DEMO: 'recorded' },
  );
}

/** The measurements of a load of a screen. */
interface Load {
  /** Number of rows. */
  rows: number;
  scripts: number;
  files: number;
  kilobytes: number;
  /** From the start of the load to the frame with the last of its rows; ms. */
  ready: number;
  /** From the end of the last answer before that frame; ms. */
  sinceData: number;
  /** Total duration of tasks of more than 50 ms, in ms. */
  longTasks: number;
  /** From setting the same texts as a bare table to the next frame; ms. */
  bare: number;
}

async function measure(page: Page, { name, path, rows }: (typeof screens)[number]): Promise<BenchRow[]> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(path);
    loads.push(await page.evaluate<Load>(`measureLoad(${JSON.stringify(rows)}, ${quiet})`));
  }
  const median = (of: (load: Load) => number): number =>
    loads.map(of).sort((one, other) => one - other)[Math.floor(rounds / 2)]!;
  const label = `${name}, ${median((load) => load.rows)} rows`;
  const bare = median((load) => load.bare);
  const reported = (
    what: string,
    value: number,
    unit: string,
    peer: string,
    peerValue: number,
  ): BenchRow => ({
    name: `${label}: ${what}`,
    value,
    unit,
    peer,
    peerValue,
    ratio: peerValue / Math.max(value, 0.001),
    target: null,
  });
  const kilobytes = median((load) => load.kilobytes);
  return [
    reported(
      'files',
      median((load) => load.files),
      'files',
      'scripts among them',
      median((load) => load.scripts),
    ),
    name === 'home'
      ? atMost(`${label}: loaded`, kilobytes, 'KB', homeLimit)
      : reported('loaded', kilobytes, 'KB', 'at most at home', homeLimit),
    reported(
      'ready',
      median((load) => load.ready),
      'ms',
      'bare table',
      bare,
    ),
    atMost(
      `${label}: from data to rows`,
      median((load) => load.sinceData),
      'ms',
      readyLimit,
    ),
    reported(
      'long tasks',
      median((load) => load.longTasks),
      'ms',
      'bare table',
      bare,
    ),
  ];
}

async function untilEvaluated(client: Client): Promise<void> {
  for (;;) {
    const { total, unknown } = await client.call<TwinLevels>('GET', '/api/twins/levels');
    if (total > 0 && unknown === 0) return;
    await delay(100);
  }
}

/** A text, because the browser doesn't know the names around a function here. */
const recordTasks = `{
  let longTasks = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks += duration;
  }).observe({ type: 'longtask', buffered: true });
  const frame = () => new Promise(requestAnimationFrame);
  // A task after the frame: the rows are drawn then.
  const drawn = async () => {
    await frame();
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now();
  };
  window.measureLoad = async (selector, quiet) => {
    let rows = 0;
    let ready = 0;
    while (rows === 0 || performance.now() - ready < quiet) {
      if (performance.now() > 60_000) throw new Error('no rows of ' + selector + ' at ' + location.pathname);
      const now = document.querySelectorAll(selector).length;
      if (now !== rows) {
        rows = now;
        ready = await drawn();
      } else {
        await frame();
      }
    }
    const files = performance.getEntriesByType('resource');
    const answers = files.filter(({ name, responseEnd }) => name.includes('/api/') && responseEnd < ready);
    const [page] = performance.getEntriesByType('navigation');
    const texts = [...document.querySelectorAll(selector)].map((row) =>
      [...(row.cells ?? [row])].map((cell) => cell.textContent));
    const tasks = longTasks;
    const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const begun = performance.now();
    document.body.innerHTML = '<table>' + texts.map((cells) =>
      '<tr>' + cells.map((text) => '<td>' + escape(text) + '</td>').join('') + '</tr>').join('') + '</table>';
    const bare = await drawn() - begun;
    return {
      rows, ready, bare, longTasks: tasks,
      files: files.length + 1,
      scripts: files.filter(({ name }) => name.endsWith('.js')).length,
      kilobytes: [page, ...files].reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
      sinceData: ready - Math.max(0, ...answers.map(({ responseEnd }) => responseEnd)),
    };
  };
}`;
