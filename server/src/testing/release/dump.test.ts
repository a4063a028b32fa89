import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrationsDirectory } from '../../platform/config/paths.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { migrateTenant } from '../../platform/database/migrations.ts';
import { createEmptyDatabase } from '../../platform/database/server-databases.ts';
import { createTestDatabase, testServerUrls } from '../database.ts';
import { definitions, dumpDatabase, jobsSchema, migratedSchema } from './dump.ts';

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

test('the dump of a migrated database restores it, without need of a migration', async () => {
  const database = await createTestDatabase();
  const { superuserUrl } = await testServerUrls();
  const name = `dump_${randomUUID().slice(0, 8)}`;
  const schema = [migratedSchema(join(migrationsDirectory, 'tenant')), definitions(), jobsSchema()].join(
    '\n',
  );
  const dump = (url: string) => connected(url, (client) => dumpDatabase(client, schema));
  const source = new URL(new URL(database.connectionString).pathname, superuserUrl).href;
  const target = new URL(`/${name}`, superuserUrl).href;
  try {
    const text = await dump(source);
    await connected(superuserUrl, (client) => createEmptyDatabase(client, name));
    await connected(target, (client) => client.query(text));
    const restored = createDatabase(target, { work: 'migration' });
    await migrateTenant(restored).finally(() => restored.db.destroy());
    expect(await dump(target)).toBe(text);
  } finally {
    await connected(superuserUrl, (client) => client.query(`drop database if exists "${name}" with (force)`));
    await database.drop();
  }
});
