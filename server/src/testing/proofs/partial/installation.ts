import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createSecrets } from '../../../platform/config/secrets.ts';
import { startEmbeddedPostgres } from '../../../platform/database/postgres/embedded.ts';
import { openTenants, type Tenant } from '../../../platform/database/tenants.ts';
import { listChildProcesses, postmasterFile } from '../../instance.ts';
import { startTcpProxy } from '../../tcp-proxy.ts';
import { type LimitedDisk, mountLimitedDisk } from './limited-disk.ts';
import { Supervised } from './supervised.ts';

/** The product and its PostgreSQL, as an operator runs them. */
export interface Installation {
  readonly processes: readonly Supervised[];
  /** That of the database; null where none of limited size could be made. */
  readonly disk: LimitedDisk | null;
  /** Of the database `twinward`, as the superuser. */
  databaseUrl(): Promise<string>;
  /** The processes of the database server, the postmaster first. */
  serverPids(): Promise<number[]>;
  /** Removes it, once its processes have ended. */
  remove(): Promise<void>;
}

export const password = 'Rotor-42!';
const secretKey = '5c'.repeat(32);
/** Room for a cluster and the write-ahead log of an hour. */
const diskMegabytes = 1200;

const environment = { ADMIN_PASSWORD: password, SECRET_KEY: secretKey };

/** A folder on a disk of limited size, or else on that of the machine. */
async function makeFolder() {
  const disk = await mountLimitedDisk(diskMegabytes);
  const directory = disk?.directory ?? (await mkdtemp(join(tmpdir(), 'twinward-partial-')));
  const remove = () => (disk ? disk.unmount() : rm(directory, { recursive: true, force: true }));
  return { disk, directory, remove };
}

/** One process for everything, with its embedded database. */
export async function installTogether(): Promise<Installation> {
  const { disk, directory, remove } = await makeFolder();
  const databasePort = async () => Number((await postmasterFile(directory))[3]);
  const all = new Supervised({ name: 'all', directory, environment, databasePort });
  await all.start();
  return {
    processes: [all],
    disk,
    async databaseUrl() {
      const secret = await readFile(join(directory, 'postgres-password'), 'utf8');
      return `postgres://twinward:${secret}@127.0.0.1:${await databasePort()}/twinward`;
    },
    async serverPids() {
      return withChildren(Number((await postmasterFile(directory))[0]));
    },
    remove,
  };
}

/** Processes that serve and processes that work, each with a network of its own to one database server. */
export async function installApart(counts: { serve: number; work: number }): Promise<Installation> {
  const { disk, directory, remove } = await makeFolder();
  const server = await startEmbeddedPostgres({
    directory: join(directory, 'server'),
    database: 'twinward',
    onLost: (error) => console.error(error),
  });
  const { applicationUrl, ownerUrl, superuserUrl } = server;
  const folder = await mkdtemp(join(tmpdir(), 'twinward-partial-'));
  const modes = (['serve', 'work'] as const).flatMap((mode) =>
    Array.from({ length: counts[mode] }, (_, index) => ({ mode, name: `${mode} ${index + 1}` })),
  );
  const processes: Supervised[] = [];
  for (const { mode, name } of modes) {
    const proxy = await startTcpProxy(applicationUrl);
    const urls = {
      DATABASE_URL: proxy.url(applicationUrl),
      DATABASE_OWNER_URL: proxy.url(ownerUrl),
    };
    const one = new Supervised({
      name,
      proxy,
      mode: [mode],
      directory: join(folder, name.replace(' ', '-')),
      environment: { ...environment, ...urls },
      databasePort: async () => Number(new URL(urls.DATABASE_URL).port),
    });
    await one.start();
    processes.push(one);
  }
  return {
    processes,
    disk,
    databaseUrl: async () => superuserUrl,
    serverPids: async () => withChildren(server.pid()),
    async remove() {
      for (const { proxy } of processes) await proxy?.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      await remove();
    },
  };
}

const withChildren = (postmaster: number) => [postmaster, ...listChildProcesses(postmaster)];

/** Runs statements as the superuser, on a connection of their own. @throws the error of the connection or statement */
export async function withServer<T>(
  installation: Installation,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: await installation.databaseUrl(),
    application_name: 'soak',
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Waits until the database server takes writes. */
export async function whenServerWorks(installation: Installation): Promise<void> {
  for (;;) {
    const works = withServer(installation, (client) =>
      client.query(`select pg_logical_emit_message(true, '', '')`),
    );
    if (await works.then(Boolean, () => false)) return;
    await sleep(200);
  }
}

/** Uses the database of the tenant that the product makes at its first start. */
export async function withDemo<T>(
  installation: Installation,
  use: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const catalogueUrl = await installation.databaseUrl();
  const secrets = createSecrets(Buffer.from(secretKey, 'hex'));
  const tenants = await openTenants({ catalogueUrl, work: 'job', secrets, applicationName: 'soak' });
  try {
    return await use(await tenants.create('demo'));
  } finally {
    await tenants.close();
  }
}
