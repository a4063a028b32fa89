import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import { expect, test } from 'vitest';
import { MaximoPeer } from '../../server/src/connectors/maximo/peer.ts';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';
import { addConnection, changeWhilePaused, openMapping, resume, saveMapping } from './systems.ts';

/** A system with a pump house and three pumps in it, and a pump of another site. */
function fill(peer: MaximoPeer, suffix: string): void {
  const changed = Date.now() - 3_600_000;
  const add = (assetuid: number, values: Record<string, string>) =>
    peer.assets.push({ assetuid, siteid: 'BEDFORD', status: 'OPERATING', changedate: changed, ...values });
  add(1, { assetnum: `H${suffix}`, description: `Pump house ${suffix}`, assettype: 'BUILDING' });
  for (const at of [1, 2, 3]) {
    add(at + 1, {
      assetnum: `P${suffix}-${at}`,
      description: `Feed pump ${suffix}-${at}`,
      assettype: 'PUMP',
      parent: `H${suffix}`,
    });
  }
  add(5, {
    assetnum: `P${suffix}-4`,
    description: `Feed pump ${suffix}-4`,
    assettype: 'PUMP',
    siteid: 'LAREDO',
  });
}

test('assets imported from Maximo become twins, and are updated by changes in Maximo', async () => {
  const suffix = randomBytes(4).toString('hex').toUpperCase();
  const name = `Maximo ${suffix}`;
  const peer = await new MaximoPeer().start();
  fill(peer, suffix);
  const client = await createClient(stage.administrator);
  const page = await visit({ as: stage.administrator });
  let connectionId: number | null = null;
  try {
    connectionId = await addConnection(page, 'IBM Maximo', {
      Name: name,
      Address: `${peer.origin}/maximo`,
      'API key': peer.apikey,
      Site: 'BEDFORD',
    });
    await openMapping(page, 'Assets');
    await page.getByRole('button', { name: 'Add type code' }).click();
    await page.getByLabel('Type code 1', { exact: true }).fill('PUMP');
    await page.getByLabel('Class of type code 1').selectOption('Rotating / Pumps / Centrifugal');
    await expectUsable(page);
    await saveMapping(page);
    await resume(page);
    const assets = () =>
      client.call<Asset[]>('POST', '/api/assets/filters', {
        filters: [{ field: 'AssetName', operator: 'Contains', value: suffix, dataType: 'C' }],
        sorts: [{ field: 'AssetName', direction: 'Ascending' }],
      });
    await expect.poll(async () => (await assets()).length).toBe(4);
    const [pump, , , house] = (await assets()) as [Asset, Asset, Asset, Asset];
    expect(pump).toMatchObject({
      uniqueId: `BEDFORD/P${suffix}-1`,
      parentId: house.id,
      class: { caption: 'Pumps' },
      source: { connectionId },
    });

    await page.goto('/apps/library/twin-models?search=centrifugal+pump');
    await page.getByRole('link', { name: 'Centrifugal pump' }).click();
    await page.getByRole('link', { name: 'Apply to assets' }).click();
    await page.getByRole('searchbox', { name: 'Name or unique id' }).fill(suffix);
    await page.getByText('3 assets without a twin.').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Create 3 twins' }).click();
    await page.getByText(/^3 created\.$/).waitFor();

    await page.goto(`/apps/twins?search=${suffix}`);
    const twins = page.getByRole('table', { name: 'Twins' });
    await twins.getByRole('link', { name: `Feed pump ${suffix}-3` }).waitFor();
    await twins.getByRole('link', { name: `Feed pump ${suffix}-1` }).click();
    await page.getByRole('heading', { level: 1, name: `Feed pump ${suffix}-1` }).waitFor();
    await page.getByRole('link', { name: 'Centrifugal pump' }).waitFor();

    // Fields of Maximo are read-only, others are not.
    await page
      .getByRole('navigation', { name: 'Twin', exact: true })
      .getByRole('link', { name: 'Asset', exact: true })
      .click();
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('form', { name: 'Asset' });
    await form.getByText(`as BEDFORD/P${suffix}-1. Fields from that system`).waitFor();
    expect(await form.getByLabel('Name', { exact: true }).isEditable()).toBe(false);
    expect(await form.getByLabel('Description', { exact: true }).isEditable()).toBe(true);
    await expectUsable(page);

    const { twinId } = (await assets())[0]!;
    await changeWhilePaused(page, connectionId, () =>
      peer.change(peer.assets[1]!, { description: `Standby pump ${suffix}` }),
    );
    await expect
      .poll(async () => (await assets()).map(({ assetName }) => assetName))
      .toContain(`Standby pump ${suffix}`);
    await page.goto(`/apps/twins/${twinId}`);
    await page.getByRole('heading', { level: 1, name: `Standby pump ${suffix}` }).waitFor();
    expect(await assets()).toHaveLength(4);
  } finally {
    if (connectionId !== null) await client.call('POST', `/api/connections/${connectionId}/pause`);
    await peer.stop();
  }
});
