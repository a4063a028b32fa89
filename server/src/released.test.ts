import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { totalHeader } from '@twinward/contracts/core/list';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { readConfig } from './platform/config/config.ts';
import { migrationsDirectory } from './platform/config/paths.ts';
import { handOver } from './platform/database/postgres/roles.ts';
import { createEmptyDatabase } from './platform/database/server-databases.ts';
import { openTenants, type Tenants } from './platform/database/tenants.ts';
import { createLogger } from './platform/process/log.ts';
import { testSecrets, testServerUrls } from './testing/database.ts';
import { headersOf } from './testing/headers.ts';

const released = join(migrationsDirectory, 'released');

let tenants: Tenants | undefined;
let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  await tenants?.close();
});

/** Makes the databases of a release, which belonged to a superuser. @returns the URLs of its catalogue. */
async function restore(release: string): Promise<{ catalogueUrl: string; ownerUrl: string }> {
  const { superuserUrl: serverUrl, applicationUrl, ownerUrl } = await testServerUrls();
  const name = `released_${randomUUID().slice(0, 8)}`;
  for (const [database, file] of [
    [name, 'catalogue'],
    [`${name}_demo`, 'tenant'],
  ] as const) {
    await using(serverUrl, (client) => createEmptyDatabase(client, database));
    const text = gunzipSync(readFileSync(join(released, release, `${file}.sql.gz`))).toString('utf8');
    await using(new URL(`/${database}`, serverUrl).href, (client) => client.query(text));
  }
  await using(new URL(`/${name}`, serverUrl).href, (client) =>
    client.query(`update twinward.tenant set database = $1`, [`${name}_demo`]),
  );
  for (const database of [name, `${name}_demo`]) await handOver(serverUrl, database);
  return {
    catalogueUrl: new URL(`/${name}`, applicationUrl).href,
    ownerUrl: new URL(`/${name}`, ownerUrl).href,
  };
}

async function using(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

test.each(readdirSync(released))(
  'upgrades the databases of release %s and keeps what is in them',
  async (release) => {
    tenants = await openTenants({ ...(await restore(release)), work: 'request', secrets: testSecrets });
    const log = createLogger('silent');
    app = await buildApp({ config: readConfig({ LOG_LEVEL: 'silent' }), log, tenants });
    const login = await app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { databaseName: 'demo', userName: 'admin', password: 'Rotor-42!' },
    });
    expect(login.statusCode).toBe(200);
    const headers = headersOf(login.json().id, 'demo');
    const get = async (url: string) => (await app!.inject({ method: 'GET', url, headers })).json();
    const list = async (entity: string) => {
      const answer = await app!.inject({
        method: 'POST',
        url: `/api/${entity}/filters`,
        headers,
        payload: {},
      });
      expect(answer.statusCode, `${entity}: ${answer.body}`).toBe(200);
      const records = answer.json();
      expect(records).toHaveLength(Number(answer.headers[totalHeader]));
      return records;
    };

    expect(await list('users')).toHaveLength(2);
    expect((await list('assets')).map((asset: { uniqueId: string }) => asset.uniqueId)).toContain('FAN-01');
    const [twin] = await list('twins');
    expect(await get(`/api/twins/${twin.id}`)).toMatchObject({ id: twin.id });
    const tags: { id: number; name: string }[] = await list('tags');
    expect(tags.map(({ name }) => name).sort()).toEqual(['FAN-01.DOUBLE', 'FAN-01.VIBRATION']);
    const vibration = tags.find(({ name }) => name === 'FAN-01.VIBRATION')!;
    const points = `/api/tags/${vibration.id}/data-points`;
    expect((await get(points)).points.times).toHaveLength(120);
    const payload = [{ time: Date.UTC(2024, 0, 1, 2), value: 9 }];
    const appended = await app.inject({ method: 'POST', url: points, headers, payload });
    expect(appended.json()).toMatchObject({ stored: 1 });
    const [excursion] = await list('excursions');
    expect(excursion).toMatchObject({
      start: '2024-01-01T01:30:00.000Z',
      end: '2024-01-01T01:40:00.000Z',
    });
    expect(await list('advisories')).toHaveLength(2);
    expect(await list('riskanalyses')).toHaveLength(1);
    expect((await list('commands')).length).toBeGreaterThan(0);
    expect((await list('audit')).length).toBeGreaterThan(0);
  },
);
