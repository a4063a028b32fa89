import { randomUUID } from 'node:crypto';
import type { PointSeries } from '@twinward/contracts/signals/data-point';
import { expect, test } from 'vitest';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { expectUsable, openPage, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

const minute = 60_000;
const latest = Date.UTC(2024, 4, 3);

/** A pump that ran cool for two hours, with a protection at 80. */
async function createPump(): Promise<{ twinId: number; tagId: number; tagName: string }> {
  const uniqueId = `PUMP-${randomUUID().slice(0, 8)}`;
  const tagName = `${uniqueId}.BEARING`;
  const pump = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const assetId = await makeAsset(db, { uniqueId, assetName: `Pump ${uniqueId}` });
    const tagId = await makeTag(db, { name: tagName, caption: tagName, unit: 'Cel', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      aliases: [{ name: 'Bearing', type: 'data_point', mappedTagId: tagId, unit: 'Cel' }],
    });
    await makeProtection(db, {
      twinId,
      name: 'Overheating',
      thresholds: [{ name: 'Hot', logic: '[Bearing] > 80', level: 500 }],
    });
    return { twinId, tagId, tagName };
  });
  const client = await createClient(stage.administrator);
  const points = Array.from({ length: 120 }, (_, i) => ({ time: latest - i * minute, value: 65 }));
  await client.call('POST', `/api/tags/${pump.tagId}/data-points`, points);
  return pump;
}

/** Half an hour above the pump's limit of 80, after its stored points. One row is invalid. */
function hotPoints(): string {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `${new Date(latest + (i + 1) * minute).toISOString()},${90 + i / 10}`,
  );
  return ['time,value', ...rows, 'later,90', ''].join('\n');
}

test('imported points above a limit raise the level on an open page', async () => {
  const pump = await createPump();
  const page = await visit({ as: stage.administrator });
  const monitor = await openPage(page.context());
  await monitor.goto(`/apps/twins/${pump.twinId}/protections`);
  const protection = monitor.getByRole('region', { name: 'Overheating' });
  await protection.getByText('Level 0', { exact: true }).waitFor();
  await monitor.getByRole('img', { name: 'Hot: no excursions' }).waitFor();
  const opened = await monitor.evaluate(() => performance.timeOrigin);

  await page.goto(`/apps/twins/${pump.twinId}/tags/${pump.tagId}/explore`);
  await page.getByRole('button', { name: 'Import data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import data' });
  await dialog.getByLabel('File of points').setInputFiles({
    name: 'pump.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(hotPoints()),
  });
  await dialog.getByText('Rows of time and value, of one signal.').waitFor();
  await expect.poll(() => dialog.getByLabel('Tag of value').inputValue()).toBe(pump.tagName);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();

  await dialog.getByText('pump.csv is imported.').waitFor();
  const counts = dialog.getByRole('definition');
  expect((await counts.allTextContents()).filter((text) => /^[\d,]+$/.test(text))).toEqual([
    '31',
    '30',
    '0',
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

test('the file of a historian is read with chosen columns, decimal sign and quality codes', async () => {
  const name = `HIST-${randomUUID().slice(0, 8)}`;
  const tagId = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => makeTag(db, { name }));
  const lines = [
    '"Point\nname"\tTagesdatum\tUhrzeit\tReading\tCode',
    `${name}\t28-Oct-2023\t23:30:00\t1,250\t0`,
    `${name}\t29-Oct-2023\t02:30:00\t1,500\t0`,
    `${name}\t29-Oct-2023\t02:30:00\t1,750\t0`,
    `${name}\t29-Oct-2023\t24:00:00\t2,000\t2`,
  ];
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/assets');
  await page.goto('/apps/assets?import=');
  const dialog = page.getByRole('dialog', { name: 'Import data' });
  await dialog.getByLabel('File of points').setInputFiles({
    name: 'historian.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  });
  await dialog.getByText(/There is no column for the time/).waitFor();
  const columns = {
    Tag: 'Point\nname',
    Time: 'Uhrzeit',
    Date: 'Tagesdatum',
    Value: 'Reading',
    Quality: 'Code',
  };
  for (const [role, heading] of Object.entries(columns))
    await dialog.getByLabel(`${role} column`).selectOption(heading);
  await dialog.getByText('Rows of tag, time and value.').waitFor();
  await dialog.getByLabel('Time zone').fill('Europe/Oslo');
  await page.getByRole('option', { name: 'Europe/Oslo' }).click();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => dialog.getByText('Required.').count()).toBe(2);
  await dialog.getByLabel('Decimal sign').selectOption(',');
  await dialog.getByLabel('Quality 0 means').selectOption('good');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText('historian.txt is imported.').waitFor();
  await dialog.getByText(/Clocks showed 2023-10-29 02:00 to 03:00 twice/).waitFor();

  const client = await createClient(stage.administrator);
  const { points } = await client.call<PointSeries>('GET', `/api/tags/${tagId}/data-points`);
  expect(points).toEqual({
    times: ['2023-10-28T21:30Z', '2023-10-29T00:30Z', '2023-10-29T01:30Z', '2023-10-29T23:00Z'].map((time) =>
      Date.parse(time),
    ),
    values: [1.25, 1.5, 1.75, 2],
    qualities: ['good', 'good', 'good', 'bad'],
  });
});

test('tags are imported from a file whose rows are checked first', async () => {
  const id = `FILE-${randomUUID().slice(0, 8)}`;
  const assetId = await withTenantOfServer(stage.directory, 'demo', ({ db }) =>
    makeAsset(db, { uniqueId: id, assetName: `Booster ${id}` }),
  );
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/assets/${assetId}/tags`);
  await page.getByRole('button', { name: 'More actions for tags' }).click();
  await page.getByRole('menuitem', { name: 'Import tags' }).click();
  await page.getByLabel('File of tags').setInputFiles({
    name: 'tags.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `name,caption,type,unit,assets\n${id}.T,Heat,,°C,${id}\n${id}.W,Work,work,,${id}\n${id}.X,,tool,,\n`,
    ),
  });
  await page.getByText('tags.csv is checked. Nothing is written yet.').waitFor();
  await page.getByText('Error: Type: Please give data_point, calculated or work.').waitFor();
  await page.getByRole('button', { name: 'Import 2 tags' }).click();
  await page.getByText('tags.csv is imported.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  const names = page.getByRole('table', { name: 'Tags' }).locator('tbody').getByRole('link');
  await expect.poll(() => names.allTextContents()).toEqual([`${id}.T`, `${id}.W`]);
});
