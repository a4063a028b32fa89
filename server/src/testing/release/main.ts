// `npm run release-schema`: keeps the schema with a little data, as it is now, in server/migrations/released.
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { migrationsDirectory } from '../../platform/config/paths.ts';
import { startEmbeddedPostgres } from '../../platform/database/postgres/embedded.ts';
import { Client } from '../client.ts';
import { buildProduct, Instance } from '../instance.ts';
import { definitions, dumpDatabase, jobsSchema, migratedSchema } from './dump.ts';
import { fill } from './fill.ts';

const password = 'Rotor-42!';

async function release(): Promise<string> {
  const lines = (await readFile(join(migrationsDirectory, 'tenant/checksums'), 'utf8')).trim().split('\n');
  const target = join(migrationsDirectory, 'released', /\d+/.exec(lines.at(-1)!.split('  ')[1]!)![0]);
  const directory = await mkdtemp(join(tmpdir(), 'twinward-release-'));
  try {
    await makeData(directory);
    await mkdir(target, { recursive: true });
    const server = await startEmbeddedPostgres({ directory, database: 'twinward', onLost: console.error });
    try {
      const catalogue = join(migrationsDirectory, 'catalogue');
      const tenant = join(migrationsDirectory, 'tenant');
      await dump(server.superuserUrl, join(target, 'catalogue'), migratedSchema(catalogue, 'twinward'));
      const demo = server.superuserUrl.replace(/twinward$/, 'twinward_demo');
      await dump(
        demo,
        join(target, 'tenant'),
        `${migratedSchema(tenant)}\n${definitions()}\n${jobsSchema()}`,
      );
      await copyFile(join(catalogue, 'checksums'), join(target, 'catalogue.checksums'));
      await copyFile(join(tenant, 'checksums'), join(target, 'tenant.checksums'));
    } finally {
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return target;
}

async function makeData(directory: string): Promise<void> {
  buildProduct();
  const instance = new Instance({ directory, environment: { ADMIN_PASSWORD: password } });
  try {
    const client = await Client.signIn(await instance.address(), 'admin', password);
    await fill(instance, client);
  } finally {
    await instance.end('SIGTERM');
  }
}

async function dump(url: string, path: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const text = await dumpDatabase(client, schema);
    await writeFile(`${path}.sql.gz`, gzipSync(text, { level: 9 }));
  } finally {
    await client.end();
  }
}

console.log(await release());
