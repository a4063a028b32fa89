import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createSecrets, type Secrets } from '../platform/config/secrets.ts';
import { createDatabase, type Database } from '../platform/database/database.ts';
import type { RoleUrls } from '../platform/database/postgres/roles.ts';
import { createEmptyDatabase } from '../platform/database/server-databases.ts';
import { templateDatabase } from './global-setup.ts';

export const testSecrets: Secrets = createSecrets(randomBytes(32));

/** A tenant's database for one test file. */
export interface TestDatabase extends Database {
  /** As the role that requests and jobs have, like the pool. */
  connectionString: string;
  /** As the role that owns the tables. */
  ownerUrl: string;
  /** Under a key of the run. */
  secrets: Secrets;
  /** Ends its pool and removes it. */
  drop(): Promise<void>;
}

/** URL of the database `twinward`, empty, on the run's server, as its superuser. */
export async function testServerUrl(): Promise<string> {
  return (await testServerUrls()).superuserUrl;
}

/** As `testServerUrl`, for each role. */
export async function testServerUrls(): Promise<RoleUrls> {
  const response = await fetch(inject('databaseServer'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as RoleUrls;
}

export interface TestDatabaseOptions {
  /** Gives the URL by which it is used, such as that of a proxy, from its own. */
  reachBy?: ((connectionString: string) => Promise<string>) | undefined;
}

/** Makes a fresh, migrated database of a tenant: call it in `beforeAll`, and `drop` in `afterAll`. */
export async function createTestDatabase({ reachBy }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { superuserUrl, ownerUrl, applicationUrl } = await testServerUrls();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withServer(ownerUrl, (server) => createEmptyDatabase(server, name, { template: templateDatabase }));
  const ownUrl = new URL(`/${name}`, applicationUrl).href;
  const connectionString = reachBy ? await reachBy(ownUrl) : ownUrl;
  const database = createDatabase(connectionString, { work: 'job', max: 10 });
  return {
    ...database,
    connectionString,
    ownerUrl: new URL(`/${name}`, ownerUrl).href,
    secrets: testSecrets,
    async drop() {
      await database.db.destroy();
      await withServer(superuserUrl, (server) => server.query(`drop database "${name}" with (force)`));
    },
  };
}

/** Runs statements that only the role that owns the tables may run. */
export async function asOwner({ ownerUrl }: { ownerUrl: string }, statements: string): Promise<void> {
  await withServer(ownerUrl, (client) => client.query(statements));
}

async function withServer(url: string, use: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    await use(server);
  } finally {
    await server.end();
  }
}
