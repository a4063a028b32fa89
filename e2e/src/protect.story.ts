import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Client } from '../../server/src/testing/client.ts';
import { expectAccessible, expectProblem, stage, visit } from './browser.ts';

const logicEditor = (page: Page, threshold: string) =>
  page.getByRole('textbox', { name: `Logic of ${threshold}`, exact: true });

async function write(page: Page, threshold: string, text: string): Promise<void> {
  await logicEditor(page, threshold).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  // Closes the completion list, which would handle the next key.
  await page.keyboard.press('Escape');
}

test('a rule with an error is corrected, previewed and saved', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${stage.pump.twinId}/protections`);
  await page.getByRole('link', { name: 'New protection' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Required.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Warm bearing');
  await page.getByRole('button', { name: 'Add threshold' }).click();
  await page.getByLabel('Threshold', { exact: true }).fill('Warm');
  await page.getByLabel('Level', { exact: true }).fill('300');

  // The alias is mistyped: the mistake is shown at once, and again when it is saved.
  await write(page, 'Warm', '[Baering] > 68');
  const mistake = 'Unknown tag alias [Baering]. Did you mean [Bearing]?';
  await page.getByText(mistake).first().waitFor();
  await page.getByText('There is an error in the logic').waitFor();
  expectProblem(/400/);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText(mistake).waitFor();

  // The corrected rule shows its results; another limit finds fewer excursions.
  await write(page, 'Warm', '[Bearing] > 68');
  const lane = page.getByRole('img', { name: /^Warm: \d+ excursions/ });
  await lane.waitFor();
  const before = await lane.getAttribute('aria-label');
  await write(page, 'Warm', '[Bearing] > 68.9');
  await expect.poll(() => lane.getAttribute('aria-label')).not.toBe(before);

  // A click shows why.
  const levels = page.getByRole('img', { name: /^Level/ });
  const { width, height } = (await levels.boundingBox())!;
  await levels.click({ position: { x: width * 0.97, y: height / 2 } });
  const why = page.getByRole('region', { name: 'Explanation' });
  await why.getByText('[Bearing] > 68.9').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/apps\/protections\/\d+\/edit/);
  await page.getByRole('heading', { level: 1, name: 'Warm bearing' }).waitFor();
  await page.getByText('100 % complete').waitFor();

  // After another change, the saved result is shown below; leaving asks for confirmation.
  await write(page, 'Warm', '[Bearing] > 60');
  await page.getByText(/; saved: /).waitFor();
  await page.getByRole('link', { name: 'Monitor' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });

  // A copy is a separate draft, which is kept when the range of its preview changes.
  await page.getByRole('button', { name: 'Actions for Warm bearing' }).click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Copy of Warm bearing' }).waitFor();
  await page.getByRole('img', { name: /^Warm: / }).waitFor();
  await write(page, 'Warm', '[Bearing] > 61');
  await page.getByRole('button', { name: 'All data', exact: true }).click();
  await page.waitForURL(/range=all/);
  await logicEditor(page, 'Warm').getByText('[Bearing] > 61').waitFor();
  expect(new URL(page.url()).searchParams.has('copyOf')).toBe(true);
});

const day = 86_400_000;

test('maintenance by operating hours becomes due, then overdue', async () => {
  const { userName, password } = stage.administrator;
  const client = await Client.signIn(stage.address, userName, password);
  const create = <T>(path: string, body: unknown) => client.call<T>('POST', path, body);
  const { id: assetId } = await create<{ id: number }>('/api/assets', {
    uniqueId: 'COMP-01',
    assetName: 'Screw compressor',
  });
  const { id: twinId } = await create<{ id: number }>('/api/twins', { assetId, active: true });
  const tag = async (name: string, type: string) =>
    (await create<{ id: number }[]>('/api/tags', [{ name, caption: name, type, assetIds: [assetId] }]))[0]!
      .id;
  const hours = await tag('COMP-01.HOURS', 'data_point');
  const services = await tag('COMP-01.SERVICES', 'work');
  await create('/api/tag-aliases', { twinId, name: 'Hours', mappedTagId: hours });
  await create('/api/tag-aliases', { twinId, name: 'Service', type: 'work', mappedTagId: services });
  const read = (days: number, value: number) =>
    create(`/api/tags/${hours}/data-points`, [{ time: Date.now() - days * day, value }]);
  await read(40, 0);
  await read(10, 300);

  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${twinId}/protections/new/edit`);
  await page.getByLabel('Name', { exact: true }).fill('Oil change');
  await page.getByLabel('Type', { exact: true }).selectOption('activity');
  await page.getByLabel('Add an input').selectOption({ label: 'Service (work)' });
  await page.getByRole('button', { name: 'Add the input' }).click();
  await page.getByLabel('Add an input').selectOption({ label: 'Hours' });
  await page.getByRole('button', { name: 'Add the input' }).click();
  await page.getByLabel('Interval of Hours').selectOption('counter');
  await page.getByLabel('Counter interval').fill('500');
  await page.getByRole('button', { name: 'Add Due and Overdue thresholds' }).click();
  await logicEditor(page, 'Due').getByText('COUNTER([Hours]) >= 450').waitFor();
  await logicEditor(page, 'Overdue').getByText('COUNTER([Hours]) > 550').waitFor();
  await page.getByLabel('Active: evaluated and included in the twin’s level').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/apps\/protections\/\d+\/edit/);

  await page.goto(`/apps/twins/${twinId}/protections`);
  const panel = page.getByRole('region', { name: 'Oil change' });
  await panel.getByText(/Not due: at 500, now at 300, about .* at 10 a day, never completed\./).waitFor();
  await read(5, 480);
  await panel.getByText(/Due: at 500, now at 480/).waitFor();
  await panel.getByText('Driven by Due').waitFor();
  await read(1, 560);
  await panel.getByText(/Overdue: at 500, now at 560/).waitFor();
  await panel.getByText('Driven by Overdue').waitFor();
});

test('a limit in psi works for a tag in kPa', async () => {
  const { userName, password } = stage.administrator;
  const client = await Client.signIn(stage.address, userName, password);
  const create = <T>(path: string, body: unknown) => client.call<T>('POST', path, body);
  const uniqueId = `BOOST-${Date.now()}`;
  const { id: assetId } = await create<{ id: number }>('/api/assets', { uniqueId, assetName: uniqueId });
  const { id: twinId } = await create<{ id: number }>('/api/twins', { assetId, active: true });
  const name = `${uniqueId}.PI`;
  const tag = { name, caption: name, type: 'data_point', unit: 'kPa', assetIds: [assetId] };
  const [{ id: tagId }] = await create<[{ id: number }]>('/api/tags', [tag]);
  await create('/api/tag-aliases', { twinId, name: 'Suction', mappedTagId: tagId, unit: 'bar' });
  // 30 psi are 206.8 kPa, and 2.068 bar.
  const readings = [206, 207, 206, 208].map((value, index) => ({
    time: Date.now() - (4 - index) * day,
    value,
  }));
  await create(`/api/tags/${tagId}/data-points`, readings);

  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${twinId}/protections/new/edit`);
  await page.getByLabel('Name', { exact: true }).fill('Suction pressure');
  await page.getByRole('button', { name: 'Add threshold' }).click();
  await page.getByLabel('Threshold', { exact: true }).fill('High');
  await page.getByLabel('Level', { exact: true }).fill('300');
  await write(page, 'High', '[Suction] > 30 "Cel"');
  await page
    .getByText('30 "Cel" can\'t be converted to bar: they measure different things.')
    .first()
    .waitFor();
  await write(page, 'High', '[Suction] > 30 "psi"');
  await page.getByRole('img', { name: /^High: 2 excursions/ }).waitFor();
  await page.getByLabel('Active: evaluated and included in the twin’s level').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/apps\/protections\/\d+\/edit/);

  await page.goto(`/apps/twins/${twinId}/protections`);
  const panel = page.getByRole('region', { name: 'Suction pressure' });
  await panel.getByText('Driven by High').waitFor();
  await panel.getByText('[Suction] in bar').waitFor();
  // The latest value is shown in the unit of the input.
  await page.goto(`/apps/twins/${twinId}`);
  await page.getByText('2.08 bar', { exact: true }).waitFor();
});
