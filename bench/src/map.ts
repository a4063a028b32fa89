import { recordDay } from '@twinward/server/src/modules/questions/risk-history/service.ts';
import type { CDPSession, Page } from 'playwright-core';
import { withPage } from './browser.ts';
import { percentile } from './percentile.ts';
import { seedRisks } from './plant/outcomes.ts';
import { largePlant, seedPlant } from './plant/seed.ts';
import { withProduct } from './product.ts';
import { atMost, type BenchRow } from './row.ts';

const steps = 60;
/** Maximum script time of a zoom or pan step, and of drawing the map with another area, in ms. */
const limits = { step: 8, draw: 100 };

/**
 * Measures the map of 20,000 twins on the home page: script time of a zoom or pan step, and of drawing another area, by
 * Chromium's counters, against a bare loop that draws 20,000 rectangles on a canvas.
 */
export async function mapBench(): Promise<BenchRow[]> {
  return withProduct(async (product) => {
    await product.instance.withTenant('demo', async ({ pool, db }) => {
      await seedPlant(pool, { ...largePlant, tags: largePlant.assets });
      await seedRisks(pool);
      await recordDay(db);
    });
    return withPage(product, async (page) => {
      await page.goto('/home');
      const map = page.getByRole('application', { name: /^Map of 20,000 twins/ });
      await map.waitFor();
      await map.focus();
      const box = (await map.boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      const measureAct = (act: () => Promise<unknown>) => measureScript(page, session, act);

      const zoom = await repeat((step) => measureAct(() => page.mouse.wheel(0, step % 20 < 10 ? -30 : 30)));
      await page.keyboard.press('+');
      await page.mouse.down();
      const pan = await repeat((step) =>
        measureAct(() => page.mouse.move(box.x + box.width / 2 + (step % 20) * 12, box.y + box.height / 2)),
      );
      await page.mouse.up();
      await page.keyboard.press('0');
      const draw: number[] = [];
      for (const area of ['Risk', 'Consequence', 'Risk']) {
        draw.push(await measureAct(() => page.getByRole('button', { name: area, exact: true }).click()));
      }
      await page.evaluate(bareLoop);
      const bare = await repeat(() => page.evaluate<number>('drawBare()'));
      const peer = percentile(bare, 0.95);
      return [
        ...[['zoomed', zoom] as const, ['moved', pan] as const].flatMap(([name, times]) => [
          atMost(
            `script of a step of a map of 20,000 twins being ${name}, 95th percentile`,
            percentile(times, 0.95),
            'ms',
            limits.step,
          ),
          besideBare(name, percentile(times, 0.95), peer),
        ]),
        atMost(
          'script of drawing the map of 20,000 twins with another area, longest of 3',
          Math.max(...draw),
          'ms',
          limits.draw,
        ),
      ];
    });
  });
}

const besideBare = (name: string, value: number, peerValue: number): BenchRow => ({
  name: `the same of a map being ${name}`,
  value,
  unit: 'ms',
  peer: 'a bare loop of 20,000 rectangles',
  peerValue,
  ratio: peerValue / value,
  target: null,
});

async function repeat(measure: (step: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let step = 0; step < steps; step++) times.push(await measure(step));
  return times;
}

/** Milliseconds of script until the second frame after an action. */
async function measureScript(page: Page, session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ScriptDuration')!.value;
  };
  const before = await read();
  await act();
  await page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))');
  return (await read()) - before;
}

/** A text, because functions in the browser can't access the scope of this module. */
const bareLoop = `{
  const canvas = document.createElement('canvas');
  canvas.width = 1360;
  canvas.height = 360;
  const context = canvas.getContext('2d');
  const colors = ['#D5DCE0', '#FFC107', '#E5393A', '#9E9E9E'];
  window.drawBare = () => {
    const start = performance.now();
    for (let color = 0; color < 4; color++) {
      context.fillStyle = colors[color];
      for (let i = 0; i < 5000; i++) context.fillRect((i % 200) * 6.8, Math.floor(i / 200) * 3.6 + 90 * color, 5.8, 2.6);
    }
    return performance.now() - start;
  };
}`;
