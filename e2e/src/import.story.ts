import { expect, test } from 'vitest';
import { openPage, stage, visit } from './browser.ts';

const minute = 60_000;

/** Half an hour above the pump's limit of 80, after all that is known of it; one row can't be read. */
function hotPoints(): string {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `${new Date(stage.pumpLatest + (i + 1) * minute).toISOString()},${90 + i / 10}`,
  );
  return ['time,value', ...rows, 'later,90', ''].join('\n');
}

test('import points above a limit, and see the level rise on an open page', async () => {
  const page = await visit({ as: stage.administrator });
  const monitor = await openPage(page.context());
  await monitor.goto(`/apps/twins/${stage.pump.twinId}/protections`);
  const protection = monitor.getByRole('region', { name: 'Overheating' });
  await protection.getByText('Level 0', { exact: true }).waitFor();
  await monitor.getByRole('img', { name: 'Hot: no excursions' }).waitFor();
  const opened = await monitor.evaluate(() => performance.timeOrigin);

  await page.goto(`/apps/twins/${stage.pump.twinId}/tags/${stage.pump.tagId}/explore`);
  await page.getByRole('button', { name: 'Import data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import data' });
  await dialog.getByLabel('File of points').setInputFiles({
    name: 'pump.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(hotPoints()),
  });
  await dialog.getByText('Rows of time and value, for one tag.').waitFor();
  await expect.poll(() => dialog.getByLabel('Tag').inputValue()).toBe(stage.pump.tagName);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();

  await dialog.getByText('pump.csv is imported.').waitFor();
  const counts = dialog.getByRole('definition');
  expect((await counts.allTextContents()).filter((text) => /^[\d,]+$/.test(text))).toEqual([
    '31',
    '30',
    '0',
    '0',
    '1',
  ]);
  const refused = dialog.getByRole('table', { name: 'Refused rows' });
  await refused.getByText(/^The time 'later' cannot be read\./).waitFor();

  await protection.getByText('Level 500', { exact: true }).waitFor();
  await protection.getByText('Driven by Hot').waitFor();
  await monitor.getByRole('img', { name: 'Hot: 1 excursion, 29 min, open' }).waitFor();
  expect(await monitor.evaluate(() => performance.timeOrigin)).toBe(opened);

  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
});
