import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { ConnectionScreens } from '../../testing/connectors/screens.ts';
import { makeSession, makeTwin } from '../../testing/factories.ts';
import { findConnector } from '../registry.ts';
import { SapPeer } from '../sap/peer.ts';
import { type RunningPlant, startPlant } from './start-plant.ts';

/** Assets, work and work requests with a process at the plant. */

let test: TestApp;
let screens: ConnectionScreens;
let address: string;
let directory: string;
let peer: SapPeer;
let plant: RunningPlant | null = null;

beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  screens = new ConnectionScreens(test, await makeSession(test.tenant.db, { isAdmin: true }));
  directory = await mkdtemp(join(tmpdir(), 'plant-records-'));
  peer = await new SapPeer().start();
});
afterAll(async () => {
  await plant?.close();
  await peer.stop();
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

it('reads assets and work, and files the work request of an advisory', async () => {
  const changed = Date.UTC(2026, 0, 1);
  peer.equipment.push({
    Equipment: '000000000000010045',
    ValidityStartDate: Date.UTC(2020, 0, 1),
    ValidityEndDate: Date.UTC(9999, 11, 31),
    EquipmentName: 'Feed pump',
    LastChangeDateTime: changed,
  });
  peer.orders.push({
    MaintenanceOrder: '000000000001',
    MaintenanceOrderType: 'PM01',
    MaintenanceOrderDesc: 'Order 1',
    SystemStatusText: 'REL  PRC',
    Equipment: '000000000000010045',
    LastChangeDateTime: changed,
  });
  const { user, password, origin: url } = peer;
  const configuration = { url, user, password, notificationType: 'M2', extractionOrderTypes: ['PM01'] };
  const made = { name: 'Orders', type: 'sap', place: 'plant', configuration };
  const { id } = await screens.ask('POST', '/api/connections', made);
  await screens.ask('PUT', '/api/connections/defaults', { SAP: id, HEXAGON: null, MAXIMO: null });
  await screens.ask('POST', `/api/connections/${id}/resume`);
  const { token } = await screens.ask('POST', `/api/connections/${id}/token`);
  plant = await startPlant({
    config: {
      server: address,
      token,
      dataDirectory: directory,
      spoolLimit: 1024 * 1024,
      logLevel: 'silent',
      connectLocal: true,
    },
    log: createLogger('silent'),
    findConnector,
  });
  const find = async (path: string, field: string, value: string) =>
    screens.ask('POST', `${path}/filters`, { filters: [{ field, operator: 'EqualTo', value }] });
  await expect.poll(() => find('/api/assets', 'AssetName', 'Feed pump')).toHaveLength(1);
  await expect.poll(() => find('/api/work', 'Name', 'Order 1')).toHaveLength(1);
  const [asset] = await find('/api/assets', 'AssetName', 'Feed pump');
  expect(asset.source).toMatchObject({ connectionId: id });

  const twinId = await makeTwin(test.tenant.db, { assetId: asset.id });
  const work = { system: 'SAP', type: 'M2', shortDescription: 'Grease it', description: 'It is hot.' };
  const advisory = await screens.ask('POST', '/api/advisories', { twinId, name: 'Hot', work });
  const { version } = advisory;
  await screens.ask('POST', `/api/advisories/${advisory.id}/transition`, { transition: 'submit', version });
  const getRequest = async () => (await screens.ask('GET', `/api/advisories/${advisory.id}`)).workRequest;
  await expect.poll(async () => (await getRequest()).sentAt).not.toBeNull();
  expect(peer.notifications).toMatchObject([{ NotificationText: 'Grease it' }]);
  expect((await screens.ask('GET', `/api/connections/${id}`)).state).toBe('running');
});
