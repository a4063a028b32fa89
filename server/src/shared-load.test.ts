import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from './platform/database/server-databases.ts';
import { openTenants, type Tenants } from './platform/database/tenants.ts';
import { Client } from './testing/client.ts';
import { testSecrets, testServerUrl } from './testing/database.ts';
import { makeDatabaseFolder } from './testing/folder.ts';
import { buildProduct, Instance } from './testing/instance.ts';
import type { Expected } from './testing/proofs/series.ts';
import { verifyProtection, type Watched, watch } from './testing/proofs/watched.ts';

const password = 'Rotor-42!';
const begin = Date.UTC(2022, 0, 1);
const minute = 60_000;

let directory: string;
let tenants: Tenants;
let environment: Record<string, string>;
const instances: Instance[] = [];

beforeAll(async () => {
  buildProduct();
  directory = await makeDatabaseFolder('twinward-load-');
  const serverUrl = await testServerUrl();
  const name = `load_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await createEmptyDatabase(admin, name);
  await admin.end();
  const catalogueUrl = new URL(`/${name}`, serverUrl).href;
  environment = { DATABASE_URL: catalogueUrl, ADMIN_PASSWORD: password };
  tenants = await openTenants({ catalogueUrl, work: 'request', secrets: testSecrets });
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  await tenants?.close();
  await rm(directory, { recursive: true, force: true });
});

function start(mode: string): Instance {
  const instance = new Instance({ directory, environment, mode: [mode] });
  instances.push(instance);
  return instance;
}

test('two serve and two work processes share the load, and one of each continues alone after kills', async () => {
  const serving = [start('serve'), start('serve')] as const;
  const working = [start('work'), start('work')] as const;
  const addresses = await Promise.all(serving.map((instance) => instance.address()));
  await Promise.all(working.map((instance) => instance.says(/a thread does its work/)));
  const one = await Client.signIn(addresses[0]!, 'admin', password);
  const other = await Client.signIn(addresses[1]!, 'admin', password);
  const { db } = (await tenants.get('demo'))!;
  const watched: (Watched & { points: Expected })[] = [];
  for (let i = 0; i < 20; i++) watched.push({ ...(await watch(db)), points: new Map() });

  /** Sends six points to every tag, two of them above the limit, through the clients in turn. */
  async function append(round: number, clients: readonly Client[]): Promise<void> {
    await Promise.all(
      watched.map(({ tagId, points }, i) => {
        const added = [70, 71, 90, 91, 72, 73].map((value, k) => ({
          time: begin + (round * 6 + k) * minute,
          value,
        }));
        for (const { time, value } of added) points.set(time, value);
        return clients[(round + i) % clients.length]!.call('POST', `/api/tags/${tagId}/data-points`, added);
      }),
    );
  }
  const verify = async (client: Client) => {
    for (const each of watched) await verifyProtection(client, each, each.points);
  };

  const stream = await other.events();
  await append(0, [one]);
  const evaluated = () =>
    new Set(stream.events.flatMap((event) => (event.type === 'evaluated' ? event.protectionIds : [])));
  const all = watched.map(({ protectionId }) => protectionId);
  await expect.poll(() => all.filter((id) => !evaluated().has(id)), { timeout: 30_000 }).toEqual([]);
  stream.stop();

  for (let round = 1; round <= 10; round++) await append(round, [one, other]);
  await verify(one);

  await Promise.all([serving[0].end('SIGKILL'), working[0].end('SIGKILL')]);
  for (let round = 11; round <= 13; round++) await append(round, [other]);
  await verify(other);
}, 180_000);
