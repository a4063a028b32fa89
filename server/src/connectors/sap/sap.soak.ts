import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makeCall } from '../testing/call.ts';
import { listChanges, listKeys, workToFile } from '../testing/collect.ts';
import { type Entity, SapPeer } from './peer.ts';
import { records } from './records.ts';
import { requests } from './requests.ts';

/**
 * Compares our simulated SAP with a service built with SAP's libraries. They are installed into a temporary folder,
 * because their licence and binary must not be part of the product. If the installation fails, the test is skipped.
 */

const libraries = [
  '@sap/cds@9.9.3',
  '@cap-js-community/odata-v2-adapter@1.15.10',
  '@cap-js/sqlite@2',
  'express@4',
];
const start = Date.UTC(2026, 0, 1);
const notificationSet = 'API_MAINTNOTIFICATION/MaintenanceNotification';
const equipmentSet = 'API_EQUIPMENT/Equipment';

async function install(): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-cap-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, 'package.json'), '{"private": true}');
  try {
    const options = { cwd: directory, timeout: 600_000 };
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...libraries], options);
    return directory;
  } catch (error) {
    console.log(`SAP's libraries could not be installed: ${(error as Error).message.slice(0, 300)}`);
    return null;
  }
}

async function startService(directory: string): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'cap-server.cjs')], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^listening on (\d+)$/.exec(line)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
  }
  throw new Error('the service ended');
}

const createRows = (count: number): [set: string, row: Entity][] =>
  Array.from({ length: count }, (_, at): [string, Entity][] => [
    [
      notificationSet,
      {
        ...{ MaintenanceNotification: String(at + 1).padStart(12, '0'), NotificationText: `It's no. ${at}` },
        ...{ NotificationType: at % 5 === 0 ? 'M3' : 'M1', NotifProcessingPhase: at % 3 === 0 ? '4' : '1' },
        ...{ TechnicalObjectLabel: '101', MaintenanceObjectIsDown: at % 2 === 0 },
        // Several per second.
        ...{ CreationDate: start, LastChangeDateTime: start + Math.floor(at / 4) * 1000 },
      },
    ],
    [
      equipmentSet,
      {
        ...{ Equipment: String(at + 100).padStart(18, '0'), EquipmentName: `Pump ${at}` },
        ...{ ValidityStartDate: start, ValidityEndDate: Date.UTC(9999, 11, 31) },
        ...{ EquipmentIsMarkedForDeletion: at % 4 === 0, LastChangeDateTime: start + at * 1000 },
      },
    ],
  ]).flat();

/** The entity as JSON of OData V2. */
const written = (row: Entity) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === 'LastChangeDateTime') return [name, `/Date(${value}+0000)/`];
      return [name, name.endsWith('Date') ? `/Date(${value})/` : value];
    }),
  );

test('the SAP test peer responds like a service built with SAP’s libraries', async (context) => {
  const directory = await install();
  if (directory === null) return context.skip();
  const service = await startService(directory);
  const peer = await new SapPeer().start();
  onTestFinished(() => peer.stop());
  peer.pageSize = 7;
  for (const [set, row] of createRows(60)) {
    peer.sets[set]!.rows.push(row);
    const answer = await fetch(`${service}/sap/opu/odata/sap/${set}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'SAP_SESSIONID=1' },
      body: JSON.stringify(written(row)),
    });
    expect(answer.status).toBe(201);
  }

  const authorization = `Basic ${Buffer.from(`${peer.user}:${peer.password}`).toString('base64')}`;
  const readBare = async (origin: string, path: string) => {
    const answer = await fetch(`${origin}/sap/opu/odata/sap/${path}`, { headers: { authorization } });
    const { d, error } = (await answer.json()) as {
      d?: { results: Record<string, unknown>[]; __next?: string };
      error?: { message: { value: string } };
    };
    const rows = d?.results.map(({ __metadata, ...row }) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    );
    return {
      status: answer.status,
      rows,
      hasNext: d?.__next !== undefined,
      says: typeof error?.message.value,
    };
  };
  for (const path of [
    `${notificationSet}?$format=json&$orderby=MaintenanceNotification`,
    `${notificationSet}?$format=json&$orderby=LastChangeDateTime,MaintenanceNotification&$top=5&$skip=3`,
    `${notificationSet}?$format=json&$filter=NotificationText eq 'It''s no. 7'`,
    `${notificationSet}?$format=json&$orderby=MaintenanceNotification&$filter=(NotificationType eq 'M1' or NotificationType eq 'M2') and LastChangeDateTime ge datetimeoffset'2026-01-01T00:00:10Z'`,
    `${equipmentSet}?$format=json&$orderby=Equipment&$select=Equipment,ValidityEndDate&$filter=ValidityEndDate ge datetime'2026-01-01T00:00:00'`,
    `${notificationSet}?$format=json&$filter=NotificationText eq`,
  ]) {
    expect(await readBare(peer.origin, path), path).toEqual(await readBare(service, path));
  }

  const createCall = (url: string) =>
    makeCall({
      ...{ url, user: peer.user, password: peer.password },
      ...{ notificationType: 'M2', extractionNotificationTypes: ['M1', 'M2'] },
    });
  const readBy = async (url: string) => {
    const call = createCall(url);
    const found = {
      notifications: await listChanges(records, call, 'notifications', start + 3000),
      notificationKeys: await listKeys(records, call, 'notifications'),
      equipment: await listChanges(records, call, 'equipment'),
      equipmentKeys: await listKeys(records, call, 'equipment'),
    };
    call.end();
    return found;
  };
  expect(await readBy(peer.origin)).toEqual(await readBy(service));

  const request = workToFile({ asset: { uniqueId: '101' }, priority: '2' });
  const fileBy = async (url: string) => {
    const call = createCall(url);
    const before = await requests.find(call, request.key);
    const filed = await requests.file(call, request);
    const after = await requests.find(call, request.key);
    const states = await requests.states(call, [filed.number]);
    call.end();
    return [before, filed, after, ...states].map((work) => work && { ...work, url: null });
  };
  expect(await fileBy(peer.origin)).toEqual(await fileBy(service));
});
