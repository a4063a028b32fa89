import { importPoints } from '@twinward/server/src/series/index.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '@twinward/server/src/testing/factories.ts';
import type { Instance } from '@twinward/server/src/testing/instance.ts';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { percentile } from './percentile.ts';
import { withProduct } from './product.ts';
import type { BenchRow } from './row.ts';
import { ended, simulate } from './simulate.ts';

const minute = 60_000;
const minutesPerYear = 525_600;
const years = 10;
const start = Date.UTC(2014, 0, 1);
const end = start + years * minutesPerYear * minute;
const excursions = 5000;
/** Maximum duration of a frame, in ms. */
const limit = 50;
/** Number of moves of a gesture. */
const moves = 90;

/**
 * Measures frames in a browser while the excursions of a simulation over ten years of minutes are panned and zoomed,
 * with the signal above them.
 */
export async function ganttBench(): Promise<BenchRow[]> {
  return withProduct(async (product) => {
    const client = await product.signIn();
    const { twinId, protectionId } = await seed(product.instance);
    await simulate(client, { twinId, indicatorId: protectionId, startTime: start, endTime: end });
    await ended(client, protectionId);
    return withPage(product, async (page) => {
      await page.goto(`/apps/protections/${twinId}/${protectionId}/simulation`);
      const chart = page.getByRole('application', { name: 'Excursions over time' });
      await chart.waitFor();
      await chart.focus();
      const box = (await chart.boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      const zoom = await measureFrames(page, (move) => page.mouse.wheel(0, move < moves / 2 ? -40 : 40));
      await page.keyboard.press('+');
      const pan = await measureFrames(page, (move) => page.mouse.wheel(move % 30 < 15 ? 25 : -25, 0));
      return [row('zoomed', zoom), row('moved sideways', pan)];
    });
  });
}

function row(gesture: string, frames: readonly number[]): BenchRow {
  const value = percentile(frames, 0.95);
  return {
    name: `a frame of 10 years of minutes and ${excursions.toLocaleString('en-US')} excursions being ${gesture}, 95th percentile`,
    value,
    unit: 'ms',
    peer: `limit; ${percentile(frames, 0.5).toFixed(1)} ms in the median of ${frames.length}`,
    peerValue: limit,
    ratio: limit / value,
    target: 1,
  };
}

/** A text, because functions in the browser can't access the scope of this module. */
const recordFrames = `{
  const times = (window.frameTimes = []);
  const record = (time) => {
    if (times !== window.frameTimes) return;
    times.push(time);
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
}`;

/** Returns the milliseconds between frames during a gesture with one move per frame. */
async function measureFrames(page: Page, move: (move: number) => Promise<void>): Promise<number[]> {
  await page.evaluate(recordFrames);
  for (let step = 0; step < moves; step++) await move(step);
  const times = await page.evaluate<number[]>('frameTimes');
  return times.slice(1).map((time, at) => time - times[at]!);
}

/** Creates a tag whose signal is sometimes too high, and a protection that detects it. */
function seed(instance: Instance): Promise<{ twinId: number; protectionId: number }> {
  return instance.withTenant('demo', async ({ db }) => {
    const assetId = await makeAsset(db);
    const tagId = await makeTag(db, { assetIds: [assetId] });
    for (let year = 0; year < years; year++) await importPoints(db, [createPoints(tagId, year)]);
    const twinId = await makeTwin(db, {
      assetId,
      active: false,
      aliases: [{ name: 'A', type: 'data_point', mappedTagId: tagId }],
    });
    const thresholds = [
      { name: 'High', level: 250, logic: '[A] > 80' },
      { name: 'Higher', level: 500, logic: '[A] > 86' },
    ];
    return { twinId, protectionId: await makeProtection(db, { twinId, thresholds, active: false }) };
  });
}

/** A year of a signal that rises once per excursion, alternately to two heights. */
function createPoints(tagId: number, year: number) {
  const period = (years * minutesPerYear) / excursions;
  const times = new Float64Array(minutesPerYear);
  const values = new Float64Array(minutesPerYear);
  for (let i = 0; i < minutesPerYear; i++) {
    const at = year * minutesPerYear + i;
    times[i] = start + at * minute;
    const height = Math.floor(at / period) % 2 === 0 ? 35 : 40;
    values[i] = Math.round(500 + 10 * height * Math.sin((2 * Math.PI * at) / period)) / 10;
  }
  return { tagId, times, values };
}
