import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Twin } from '@twinward/contracts/twins/twin';
import { expect, test } from 'vitest';
import { peerUser, startPeer } from '../../server/src/connectors/opcua/peer.ts';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

test('points sent to a new connection become a tag and appear in its chart', async () => {
  const suffix = randomBytes(4).toString('hex');
  const client = await createClient(stage.administrator);
  const asset = await client.call<Asset>('POST', '/api/assets', {
    assetName: `Boiler ${suffix}`,
    uniqueId: `CONN-${suffix}`,
  });
  const twin = await client.call<Twin>('POST', '/api/twins', { assetId: asset.id, active: true });
  const page = await visit({ as: stage.administrator });

  await page.goto('/settings/connections');
  await page.getByRole('link', { name: 'Add connection' }).first().click();
  await page.getByRole('heading', { name: 'Add connection' }).waitFor();
  await page.getByLabel('Type').selectOption({ label: 'HTTP' });
  await page.getByLabel('Name', { exact: true }).fill(`Boiler house ${suffix}`);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Add connection' }).click();

  // Its own page, with a token that is shown once.
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const made = page.getByRole('dialog', { name: 'New token' });
  const token = await made.getByRole('textbox', { name: 'Token' }).inputValue();
  await expectUsable(page);
  await made.getByRole('button', { name: 'Close' }).last().click();
  await made.waitFor({ state: 'detached' });
  await page.getByText('Token: Set').waitFor();
  expect(await page.content()).not.toContain(token);
  await expectUsable(page);
  const { pathname } = new URL(page.url());
  const push = async (minutes: number[], value: number) => {
    const start = Date.now() - 3_600_000;
    const response = await fetch(`${stage.address}${pathname.replace('/settings', '/api')}/points`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        minutes.map((minute) => ({
          source: 'boiler.pressure',
          time: new Date(start + minute * 60_000).toISOString(),
          value: value + minute,
        })),
      ),
    });
    expect(response.status).toBe(204);
  };
  await push([0], 10);

  // The unknown source is listed, and becomes a tag of the asset.
  await page.getByRole('link', { name: 'Sources' }).click();
  await page.getByRole('checkbox', { name: 'Select boiler.pressure' }).check();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Create tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a tag' });
  await dialog.getByLabel('Name of boiler.pressure').fill(`${suffix}.PRESSURE`);
  await dialog.getByLabel('Unit').fill('bar');
  await dialog.getByLabel('Assets').fill(`CONN-${suffix}`);
  await page.getByRole('option', { name: `Boiler ${suffix} (CONN-${suffix})` }).click();
  await page.keyboard.press('Escape');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Create tag' }).click();
  await page.getByText('1 tag created.').waitFor();
  await push([1, 2, 3], 20);

  await page.getByRole('link', { name: 'Tags' }).click();
  await page.getByRole('button', { name: `${suffix}.PRESSURE`, exact: true }).click();
  const feed = page.getByRole('dialog', { name: 'Feed of a tag' });
  await feed.getByText('No known gaps.').waitFor();
  await expectUsable(page);
  await feed.getByRole('link', { name: `${suffix}.PRESSURE` }).click();
  await page.waitForURL(/\/tags\/\d+$/);
  const tagId = Number(new URL(page.url()).pathname.split('/').at(-1));
  await client.call('POST', '/api/tag-aliases', { twinId: twin.id, name: 'Pressure', mappedTagId: tagId });
  await page.goto(`/apps/twins/${twin.id}/tags/${tagId}/explore?range=day&view=table`);
  const points = page.getByRole('table', { name: /^Points of / });
  await points.getByText('23', { exact: true }).first().waitFor();
  await page.goto(`/apps/twins/${twin.id}/tags/${tagId}/explore?range=day`);
  await page.getByRole('application', { name: /^Chart of / }).waitFor();
});

test('an OPC UA connection reports a wrong password, trusts a certificate and reads a value', async () => {
  const suffix = randomBytes(4).toString('hex');
  const peer = await startPeer();
  try {
    const client = await createClient(stage.administrator);
    const asset = await client.call<Asset>('POST', '/api/assets', {
      assetName: `Feed pump ${suffix}`,
      uniqueId: `OPC-${suffix}`,
    });
    const twin = await client.call<Twin>('POST', '/api/twins', { assetId: asset.id, active: true });
    const page = await visit({ as: stage.administrator });
    await page.goto('/settings/connections/add?type=opcua');
    await page.getByLabel('Name', { exact: true }).fill(`Feed pumps ${suffix}`);
    await page.getByLabel('Server address').fill(peer.url);
    await page.getByLabel('User', { exact: true }).fill(peerUser.user);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Add connection' }).click();

    // The certificate first, then the password.
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('button', { name: 'Trust' }).click();
    await expectUsable(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    const steps = page.getByRole('list', { name: 'Steps' });
    const signIn = steps.getByRole('listitem').filter({ hasText: 'Signed in' });
    await signIn.getByRole('img', { name: 'Failed' }).waitFor();
    await signIn
      .getByText(/password/)
      .first()
      .waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Change: Password', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).fill(peerUser.password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('main').getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Test again' }).click();
    await page.getByText('All steps passed.').waitFor();
    await expectUsable(page);

    await page.getByRole('link', { name: 'Browse' }).click();
    await page.getByRole('treeitem', { name: /^Pump/ }).click();
    await page.getByRole('treeitem', { name: /^Speed/ }).click();
    await page.getByText('1 chosen').waitFor();
    await page.getByRole('button', { name: 'Read values' }).click();
    await page.getByRole('table', { name: 'Latest values' }).getByText(/1,480/).waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Create tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a tag' });
    await dialog.getByLabel('Prefix').fill(`${suffix}.`);
    await dialog.getByLabel('Assets').fill(`OPC-${suffix}`);
    await page.getByRole('option', { name: `Feed pump ${suffix} (OPC-${suffix})` }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Create tag' }).click();
    await page.getByText('1 tag created.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Running', { exact: true }).waitFor();

    const tags = await client.call<{ id: number }[]>('POST', '/api/tags/filters', {
      filters: [{ field: 'Name', operator: 'EqualTo', value: `${suffix}.Speed`, dataType: 'C' }],
    });
    const tagId = tags[0]!.id;
    await client.call('POST', '/api/tag-aliases', { twinId: twin.id, name: 'Speed', mappedTagId: tagId });
    await page.goto(`/apps/twins/${twin.id}/tags/${tagId}/explore?range=day&view=table`);
    const points = page.getByRole('table', { name: /^Points of / });
    await points.getByText('1,480', { exact: true }).first().waitFor();
    // The page updates when the value changes.
    peer.variables.speed.setValueFromSource({ dataType: 'Double', value: 1555 });
    await points.getByText('1,555', { exact: true }).first().waitFor();
    await page.goto('/settings/connections');
    await page.getByRole('link', { name: `Feed pumps ${suffix}` }).waitFor();
    await expectUsable(page);
  } finally {
    await peer.remove();
  }
});
