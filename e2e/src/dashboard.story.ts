import { randomBytes } from 'node:crypto';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { Query } from '@twinward/contracts/questions/query';
import type { Mail } from '@twinward/contracts/system/mail';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

const suffix = randomBytes(3).toString('hex');

/** The twins by class, each bar leading to one of them. */
async function createQuery(name: string): Promise<Query> {
  const client = await createClient(stage.administrator);
  return client.call<Query>('POST', '/api/queries', {
    name,
    sharing: 'tenant',
    definition: {
      source: { kind: 'records', type: 'twin' },
      columns: [
        { kind: 'field', key: 'id', path: 'id' },
        { kind: 'field', key: 'name', path: 'asset.assetName', caption: 'Twin' },
        { kind: 'field', key: 'consequence', path: 'consequence' },
      ],
      filters: [{ field: 'id', operator: 'In', value: [stage.pump.twinId], dataType: 'N' }],
      display: {
        view: 'table',
        values: ['consequence'],
        linkTemplate: '/apps/twins/{id}',
        conditionalColors: [],
      },
    },
  });
}

const cardNamed = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${name}, Column`) });

async function addCard(
  page: Page,
  kind: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>,
) {
  await page.getByRole('button', { name: 'Add card' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add card' });
  await dialog.getByLabel('Card type').selectOption(kind);
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Add card' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a dashboard is created, arranged by mouse and keyboard, and shared', async () => {
  const query = await createQuery(`Pump of the story ${suffix}`);
  const page = await visit({ as: stage.administrator });
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Plant risk' }).waitFor();
  await page.getByRole('button', { name: 'More for Plant risk' }).click();
  await page.getByRole('menuitem', { name: 'New dashboard' }).click();
  const name = `Shift ${suffix}`;
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add dashboard' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('This dashboard has no cards yet.').waitFor();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await addCard(page, 'Number', (dialog) => dialog.getByLabel('Figure').selectOption('Active advisories'));
  await addCard(page, 'Query', async (dialog) => {
    await dialog.getByRole('combobox', { name: 'Query' }).fill(query.name);
    await page.getByRole('option', { name: query.name }).click();
  });
  await addCard(page, 'Text', (dialog) =>
    dialog.getByLabel('Text').fill('# Handover\n<img src=x onerror=alert(1)> **Look** at the pump.'),
  );
  await page.getByRole('heading', { name: 'Handover' }).waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();

  const number = cardNamed(page, 'Active advisories');
  await number.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status').getByText('Column 2, row 1, 4 columns wide, 2 rows high').waitFor();

  const before = (await number.boundingBox())!;
  const handle = number.locator('[data-handle=resize]');
  const at = (await handle.boundingBox())!;
  await page.mouse.move(at.x + 8, at.y + 8);
  await page.mouse.down();
  await page.mouse.move(at.x + 8, at.y + 8 + 120, { steps: 4 });
  await page.mouse.up();
  await cardNamed(page, 'Active advisories')
    .and(page.getByLabel(/4 rows high/))
    .waitFor();
  expect((await number.boundingBox())!.height).toBeGreaterThan(before.height);
  await expectUsable(page);

  await page.getByRole('button', { name: 'More for the edited dashboard' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByLabel('Sharing').selectOption('tenant');
  await page.getByRole('checkbox', { name: 'Site' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Save dashboard' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await expectUsable(page);
  const id = new URL(page.url()).searchParams.get('id')!;

  await page.getByRole('cell', { name: /pump/i }).getByRole('link').click();
  await page.waitForURL(`**/apps/twins/${stage.pump.twinId}`);

  const client = await createClient(stage.administrator);
  const saved = await client.call<Dashboard>('GET', `/api/dashboards/${id}`);
  expect(saved.content.cards.find(({ kind }) => kind === 'number')).toMatchObject({ x: 1, y: 0, w: 4, h: 4 });

  const reader = await visit({ as: stage.viewer });
  await reader.goto(`/dashboard?id=${id}`);
  await reader.getByRole('heading', { level: 1, name }).waitFor();
  expect(await reader.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await reader.getByRole('cell', { name: /pump/i }).first().waitFor();
  // An open page would request the deleted dashboard.
  await reader.close();
  await client.call('DELETE', `/api/dashboards/${id}`);
});

test('an open dashboard updates when another user saves a change', async () => {
  const person = await createPerson();
  const client = await createClient(person);
  const card = { id: 'note', kind: 'text', x: 0, y: 0, w: 4, h: 2, text: 'Before' };
  const made = await client.call<Dashboard>('POST', '/api/dashboards', {
    name: `Live ${suffix}`,
    content: { cards: [card] },
  });
  const page = await visit({ as: person });
  await page.goto(`/dashboard?id=${made.id}`);
  await page.getByText('Before').waitFor();
  await client.call('PUT', `/api/dashboards/${made.id}`, {
    name: made.name,
    content: { cards: [{ ...card, text: 'After' }] },
    version: made.version,
  });
  await page.getByText('After').waitFor();
  await page.getByRole('button', { name: `More for ${made.name}` }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Before').waitFor();
});

test('a shared dashboard shows each user only records that the user may read', async () => {
  const client = await createClient(stage.administrator);
  const type = `repair_${suffix}`;
  await client.call('POST', '/api/recordtypes', {
    name: type,
    caption: `Repair ${suffix}`,
    restricted: true,
    fields: [
      { name: 'what', caption: 'What', kind: 'text' },
      { name: 'asset', caption: 'Asset', kind: 'reference', recordType: 'asset' },
      { name: 'cost', caption: 'Cost', kind: 'money' },
    ],
  });
  const fields = { what: 'Seal', asset: stage.pump.assetId, cost: 4200 };
  await client.call('POST', `/api/records/${type}`, { fields });
  const query = await client.call<Query>('POST', '/api/queries', {
    name: `Repairs ${suffix}`,
    sharing: 'tenant',
    definition: {
      source: { kind: 'records', type: 'twin' },
      columns: [
        { kind: 'group', key: 'name', path: 'asset.assetName', caption: 'Asset' },
        { kind: 'aggregate', key: 'cost', aggregate: 'sum', path: `asset.records.${type}.asset.fields.cost` },
      ],
      filters: [{ field: 'id', operator: 'In', value: [stage.pump.twinId], dataType: 'N' }],
      display: { view: 'table', values: ['cost'], conditionalColors: [] },
    },
  });
  const { id } = await client.call<Dashboard>('POST', '/api/dashboards', {
    name: `Repairs ${suffix}`,
    sharing: 'tenant',
    content: {
      cards: [{ id: 'cost', title: 'Repairs', kind: 'query', queryId: query.id, x: 0, y: 0, w: 6, h: 6 }],
    },
  });
  const open = async (as: typeof stage.viewer): Promise<Page> => {
    const page = await visit({ as });
    await page.goto(`/dashboard?id=${id}`);
    await page.getByRole('table', { name: 'Repairs' }).getByRole('cell', { name: /pump/i }).waitFor();
    return page;
  };
  const [all, less] = [await open(stage.administrator), await open(stage.viewer)];
  await all.getByText('4,200').waitFor();
  await less.getByText('Linked records of types that you may not read are left out.').waitFor();
  expect(await less.getByText('4,200').count()).toBe(0);
  await Promise.all([all.close(), less.close()]);

  // The query itself, shared with a user who may read the pump, but none of its repairs.
  const reader = await visit({
    as: await createPerson({ assignedGroups: ['VIEWERS', 'DASHBOARD_MANAGERS'] }),
  });
  await reader.goto(`/tools/query/${query.id}`);
  const table = reader.getByRole('table', { name: query.name });
  await table.getByRole('cell', { name: /pump/i }).waitFor();
  await reader.getByText('Linked records of types that you may not read are left out.').waitFor();
  expect(await table.getByText('4,200').count()).toBe(0);
  await expectUsable(reader);
  await client.call('DELETE', `/api/dashboards/${id}`);
});

test('a click on a mark opens its records, and the dashboard is printed and mailed', async () => {
  const email = `chief-${suffix}@plant.example`;
  const person = await createPerson({ isAdmin: true, email });
  const client = await createClient(person);
  const query = await client.call<Query>('POST', '/api/queries', {
    name: `By class ${suffix}`,
    definition: {
      source: { kind: 'records', type: 'twin' },
      columns: [
        { kind: 'group', key: 'name', path: 'asset.assetName', caption: 'Asset' },
        { kind: 'aggregate', key: 'count', aggregate: 'count', caption: 'Twins' },
      ],
      filters: [{ field: 'id', operator: 'In', value: [stage.pump.twinId], dataType: 'N' }],
      display: { view: 'bar', values: ['count'], conditionalColors: [] },
    },
  });
  const name = `Handover ${suffix}`;
  const place = { x: 0, y: 0, w: 6, h: 6 };
  const { id } = await client.call<Dashboard>('POST', '/api/dashboards', {
    name,
    content: {
      cards: [
        { ...place, id: 'bars', kind: 'query', title: 'Twins', queryId: query.id },
        { ...place, x: 6, h: 3, id: 'top', kind: 'top-risks', count: 50, setsTwin: true },
      ],
    },
  });
  const page = await visit({ as: person });
  await page.goto(`/dashboard?id=${id}`);
  const chart = page.getByRole('img', { name: /^Twins\. Bar chart/ });
  await chart.locator('canvas').waitFor();
  const box = (await chart.boundingBox())!;
  // The only bar lies in the middle.
  await page.mouse.click(box.x + box.width * 0.6, box.y + 12 + (box.height - 36) / 2);
  const records = page.getByRole('dialog', { name: /^Records: / });
  const twin = records.getByRole('table').getByRole('link').first();
  expect(await twin.getAttribute('href')).toMatch(new RegExp(`^/apps/twins/${stage.pump.twinId}(/|$)`));
  await records.getByRole('button', { name: 'Close' }).click();
  await records.waitFor({ state: 'detached' });

  const bars = page.getByRole('region', { name: 'Twins', exact: true });
  await bars.getByRole('button', { name: 'Show as table' }).click();
  await bars.getByRole('button', { name: '1', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => records.getByRole('table').locator('tbody tr').count()).toBe(1);
  await expectUsable(page);
  await records.getByRole('button', { name: 'Close' }).click();

  // On paper no table is cut, however many rows it has.
  await page.emulateMedia({ media: 'print' });
  await page.getByLabel('Printed page').getByText(person.userName).waitFor();
  const rows = page.getByRole('table', { name: 'Top risks' }).locator('tbody tr');
  await rows.last().waitFor();
  const isCut = await rows.last().evaluate((row) => {
    const bottom = row.getBoundingClientRect().bottom;
    return bottom > row.closest('section')!.getBoundingClientRect().bottom + 1;
  });
  expect(isCut).toBe(false);
  await page.emulateMedia({ media: null });

  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Reports by mail' }).click();
  const reports = page.getByRole('dialog', { name: 'Reports by mail' });
  await reports.getByRole('button', { name: `Mail ${name}` }).click();
  await page
    .getByRole('dialog', { name: `Mail ${name}` })
    .getByRole('button', { name: 'Save' })
    .click();
  await reports.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Mail now' }).click();
  await reports.getByText('The mail will be sent within a minute.').waitFor();
  await expectUsable(page);
  const toPerson = { field: 'To', operator: 'EqualTo', value: email, dataType: 'C' };
  const mails = () => client.call<Mail[]>('POST', '/api/mail/filters', { filters: [toPerson], sorts: [] });
  await expect.poll(async () => (await mails()).length, { timeout: 120_000 }).toBe(1);
  await page.goto(`/settings/system?to=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: `Twinward: ${name}` }).click();
  const mail = page.getByRole('dialog', { name: `Twinward: ${name}` });
  const picture = mail.getByRole('img', { name: /Twins/ }).first();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1200);
  await client.call('DELETE', `/api/dashboards/${id}`);
});
