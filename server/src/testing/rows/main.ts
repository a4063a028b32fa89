// `npm run rows`: writes the row types of a tenant's database from a database that it migrates.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createDatabase } from '../../platform/database/database.ts';
import { migrateTenant } from '../../platform/database/migrations.ts';
import { startEmbeddedPostgres } from '../../platform/database/postgres/embedded.ts';
import { generateRows, rowsFile } from './generate.ts';

const directory = await mkdtemp(join(tmpdir(), 'twinward-rows-'));
try {
  const server = await startEmbeddedPostgres({
    directory,
    database: 'twinward',
    durable: false,
    onLost: console.error,
  });
  const database = createDatabase(server.ownerUrl, { work: 'migration' });
  try {
    await migrateTenant(database);
    await writeFile(rowsFile, await generateRows(database.pool));
    console.log(relative(process.cwd(), rowsFile));
  } finally {
    await database.db.destroy();
    await server.stop();
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
