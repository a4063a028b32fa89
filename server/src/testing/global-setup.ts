import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDatabase } from '../platform/database/database.ts';
import { grantTenant } from '../platform/database/grants.ts';
import { migrateTenant } from '../platform/database/migrations.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/postgres/embedded.ts';
import type { RoleUrls } from '../platform/database/postgres/roles.ts';
import { createEmptyDatabase } from '../platform/database/server-databases.ts';
import { makeDatabaseFolder } from './folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of the run's database server, which starts with the first request. */
    databaseServer: string;
  }
}

export const templateDatabase = 'template_tenant';

interface RunningServer extends RoleUrls {
  stop(): Promise<void>;
}

/**
 * Gives the tests of a run one PostgreSQL of their own, in a folder that goes with it, started only once a
 * test asks for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<RunningServer> | undefined;
  const broker = createServer((_request, response) => {
    // A busy worker could reuse a connection while it is closed for idleness.
    response.setHeader('connection', 'close');
    starting ??= start();
    starting.then(
      (urls) => response.end(JSON.stringify(urls)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  project.provide('databaseServer', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`);
  return async () => {
    broker.close();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
}

async function start(): Promise<RunningServer> {
  const directory = await makeDatabaseFolder('twinward-test-');
  const server = await startEmbeddedPostgres({
    directory,
    database: 'twinward',
    durable: false,
    onLost: (error) => console.error(error),
  });
  async function stop(): Promise<void> {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  const { applicationUrl, ownerUrl, superuserUrl } = server;
  return { applicationUrl, ownerUrl, superuserUrl, stop };
}

/** A tenant's database, migrated once, for every test file to copy. */
async function makeTemplate({ ownerUrl, applicationUrl }: EmbeddedPostgres): Promise<void> {
  const admin = new pg.Client({ connectionString: ownerUrl });
  await admin.connect();
  await createEmptyDatabase(admin, templateDatabase);
  await admin.end();
  const template = createDatabase(new URL(`/${templateDatabase}`, ownerUrl).href, { work: 'migration' });
  try {
    await migrateTenant(template);
    await grantTenant(template.pool, new URL(applicationUrl).username);
  } finally {
    await template.db.destroy();
  }
}
