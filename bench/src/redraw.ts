import { importPoints } from '@twinward/server/src/series/index.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '@twinward/server/src/testing/factories.ts';
import type { Instance } from '@twinward/server/src/testing/instance.ts';
import { withPage } from './browser.ts';
import { percentile } from './percentile.ts';
import { withProduct } from './product.ts';
import type { BenchRow } from './row.ts';

const minute = 60_000;
/** A month and a half, so that the displayed month is full. */
const minutes = 45 * 1440;
const edits = 40;
/** Maximum time from the last key to the drawn frame, in ms. */
const limit = 300;

/** Measures redrawing the preview of a protection in a browser after a key in its logic. */
export async function redrawBench(): Promise<BenchRow[]> {
  return withProduct(async (product) => {
    const protectionId = await seed(product.instance);
    return withPage(product, async (page) => {
      await page.goto(`/apps/protections/${protectionId}/edit`);
      await page.getByRole('img', { name: /^Any: [1-9]/ }).waitFor();
      await page.getByRole('textbox', { name: 'Logic of Any', exact: true }).click();
      await page.keyboard.press('Control+End');
      await page.evaluate(recordRedraws);
      const times: number[] = [];
      for (let edit = 0; edit < edits; edit++) {
        await page.keyboard.press('Backspace');
        await page.evaluate('redrawn()');
        await page.keyboard.press(String(1 + (edit % 8)));
        times.push(await page.evaluate<number>('redrawn()'));
      }
      return [['median', 0.5] as const, ['95th percentile', 0.95] as const].map(([name, share]) => {
        const value = percentile(times, share);
        return {
          name: `from a key to the preview of a month of minutes of 2 inputs, 3 thresholds, ${name}`,
          value,
          unit: 'ms',
          peer: 'limit',
          peerValue: limit,
          ratio: limit / value,
          target: 1,
        };
      });
    });
  });
}

/**
 * Measures the milliseconds from the last key to the frame in which the lane of the threshold changes. A text, because
 * functions in the browser can't access the scope of this module.
 */
const recordRedraws = `{
  const lane = () => document.querySelector('[role="img"][aria-label^="Any: "]')?.getAttribute('aria-label');
  let pressed = 0;
  let before;
  addEventListener('keydown', () => {
    pressed = performance.now();
    before = lane();
  }, true);
  window.redrawn = () => new Promise((resolve) => {
    const look = () => {
      const now = lane();
      if (now !== undefined && now !== before) resolve(performance.now() - pressed);
      else requestAnimationFrame(look);
    };
    look();
  });
}`;

function seed(instance: Instance): Promise<number> {
  return instance.withTenant('demo', async ({ db }) => {
    const assetId = await makeAsset(db);
    const tagIds = [await makeTag(db, { assetIds: [assetId] }), await makeTag(db, { assetIds: [assetId] })];
    await importPoints(
      db,
      tagIds.map((tagId, tag) => createPoints(tagId, tag)),
    );
    const twinId = await makeTwin(db, {
      assetId,
      active: false,
      aliases: ['A', 'B'].map((name, tag) => ({
        name,
        type: 'data_point' as const,
        mappedTagId: tagIds[tag]!,
      })),
    });
    const thresholds = [
      { name: 'Any', level: 250, logic: '[A] > 71' },
      { name: 'Both', level: 500, logic: '[A] > 75 AND [B] > 75' },
      { name: 'Mean', level: 750, logic: 'AVERAGE([A], #8h) > 60 AND STDDEV([B], #1d) > 5' },
    ];
    return makeProtection(db, { twinId, thresholds, active: false });
  });
}

/** A signal that oscillates and drifts: each limit from 7.1 to 78 gives a different number of excursions. */
function createPoints(tagId: number, tag: number) {
  const start = Math.floor(Date.now() / minute - minutes) * minute;
  const times = new Float64Array(minutes);
  const values = new Float64Array(minutes);
  let state = tag + 1;
  for (let i = 0; i < minutes; i++) {
    state = (state * 48_271) % 2_147_483_647;
    times[i] = start + i * minute;
    values[i] = Math.round(450 + 250 * Math.sin(i / 90) + (state % 150)) / 10;
  }
  return { tagId, times, values };
}
