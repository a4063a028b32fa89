import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import type { ServerContext } from '../platform/context.ts';
import { createLogger } from '../platform/log.ts';
import type { Tenant } from '../platform/tenants.ts';
import { createTestDatabase } from './database.ts';
import { testTenant } from './headers.ts';

export interface TestApp {
  app: FastifyInstance;
  tenant: Tenant;
  context: ServerContext;
  close(): Promise<void>;
}

/** The whole app on a fresh database, without a port: call it with `app.inject`. */
export async function createTestApp(): Promise<TestApp> {
  const database = await createTestDatabase();
  const tenant: Tenant = { name: testTenant, ...database };
  const context: ServerContext = {
    config: readConfig({ LOG_LEVEL: 'silent' }),
    log: createLogger('silent'),
    tenants: {
      catalogueUrl: database.connectionString,
      get: async (name) => (name === testTenant ? tenant : null),
      list: async () => [testTenant],
      create: async () => tenant,
      close: async () => undefined,
    },
  };
  const app = await buildApp(context);
  return {
    app,
    tenant,
    context,
    async close() {
      await app.close();
      await database.drop();
    },
  };
}
