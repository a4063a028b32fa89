import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createEmptyDatabase } from '../../platform/database/server-databases.ts';
import { openTenants } from '../../platform/database/tenants.ts';
import { testSecrets, testServerUrl } from '../database.ts';
import { proveDelivery } from './delivery.ts';

/** Proves the delivery on a catalogue of its own, beside whatever else the run's database server holds. */
export async function proveDeliveryTo(clients: number, kills: number): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-delivery-'));
  const serverUrl = await testServerUrl();
  const name = `delivery_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await createEmptyDatabase(admin, name);
  await admin.end();
  const catalogueUrl = new URL(`/${name}`, serverUrl).href;
  const tenants = await openTenants({ catalogueUrl, work: 'job', secrets: testSecrets });
  try {
    const { db } = await tenants.create('demo');
    const environment = { DATABASE_URL: catalogueUrl, ADMIN_PASSWORD: 'Rotor-42!' };
    return await proveDelivery({ directory, environment, db, clients, kills });
  } finally {
    await tenants.close();
    await rm(directory, { recursive: true, force: true });
  }
}
