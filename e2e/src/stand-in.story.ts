import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@twinward/contracts/connections/connection';
import type { PointSeries } from '@twinward/contracts/signals/data-point';
import { expect, onTestFinished, test } from 'vitest';
import { startPeer } from '../../server/src/connectors/opcua/peer.ts';
import { Instance } from '../../server/src/testing/instance.ts';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';

/** A source without history in the simulated OPC UA server. */
const source = 'nsu=urn:plant%3Ba;s=Pump.Fast';

test('a stand-in takes over when the process at the plant stops, and points continue', async () => {
  const suffix = randomBytes(4).toString('hex');
  const peer = await startPeer();
  onTestFinished(() => peer.remove());
  let value = 0;
  const changing = setInterval(() => {
    value += 1;
    peer.variables.fast.setValueFromSource({ dataType: 'Int32', value });
  }, 200);
  onTestFinished(() => clearInterval(changing));

  const client = await createClient(stage.administrator);
  const line = `Line ${suffix}`;
  const spare = `Spare ${suffix}`;
  const shared = { type: 'opcua', configuration: { url: peer.url, securityMode: 'None' } };
  const ofPlant = { name: line, place: 'plant', ...shared };
  const { id, connectionGroupId } = await client.call<Connection>('POST', '/api/connections', ofPlant);
  const standIn = { name: spare, connectionGroupId, ...shared };
  const { id: spareId } = await client.call<Connection>('POST', '/api/connections', standIn);
  const [tag] = await client.call<{ tagId: number }[]>('POST', `/api/connections/${id}/sources`, [
    { source, name: `${suffix}.FAST` },
  ]);
  const { token } = await client.call<{ token: string }>('POST', `/api/connections/${id}/token`);
  await client.call('POST', `/api/connections/${id}/resume`);
  const directory = await mkdtemp(join(tmpdir(), 'twinward-plant-'));
  const plant = new Instance({
    directory,
    environment: { SERVER_URL: stage.address, CONNECTION_TOKEN: token, CONNECT_LOCAL: 'on' },
    mode: ['connect'],
  });
  onTestFinished(async () => {
    await plant.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  const page = await visit({ as: stage.administrator });
  await page.goto(`/settings/connections?search=${suffix}`);
  const findRow = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await findRow(line).getByText('Running', { exact: true }).waitFor();
  await client.call('POST', `/api/connections/${spareId}/resume`);
  await findRow(line).getByText(`active; standby: ${spare}`).waitFor();
  await findRow(spare).getByText('Standby', { exact: true }).waitFor();
  await expectUsable(page);

  await plant.end('SIGKILL');
  const before = value;
  await findRow(spare).getByText(`active; standby: ${line}`).waitFor();
  await findRow(spare).getByText('Running', { exact: true }).waitFor();
  await findRow(line).getByText('Standby', { exact: true }).waitFor();
  await expectUsable(page);
  const latest = async () => {
    const { points } = await client.call<PointSeries>('GET', `/api/tags/${tag!.tagId}/data-points`);
    return points!.values.at(-1);
  };
  await expect.poll(latest, { timeout: 60_000 }).toBeGreaterThan(before);
  await client.call('POST', `/api/connections/${spareId}/pause`);
});
