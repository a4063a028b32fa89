import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type AppOptions, buildApp } from '../app.ts';
import { readConfig } from '../platform/config/config.ts';
import type { ServerContext } from '../platform/context.ts';
import type { Tenant } from '../platform/database/tenants.ts';
import { probeWrite } from '../platform/database/write-probe.ts';
import { createLogger, type Logger } from '../platform/process/log.ts';
import { createTestDatabase } from './database.ts';
import { expectFiguresCurrent } from './figures.ts';
import { testTenant } from './headers.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface TestApp {
  app: FastifyInstance;
  tenant: Tenant;
  context: ServerContext;
  /** A call with a JSON body, or none. */
  ask(
    method: Method,
    url: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export interface TestAppOptions extends AppOptions {
  /** Gives the URL by which the app reaches its database, such as that of a proxy, from the database's own. */
  reachBy?: (connectionString: string) => Promise<string>;
  /** Settings in place of their defaults. */
  environment?: Record<string, string>;
  /** Where log lines go; nowhere unless given. */
  log?: Logger;
}

/** The whole app on a fresh database, without a port: call it with `app.inject`. */
export async function createTestApp({
  reachBy,
  environment,
  log = createLogger('silent'),
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase({ reachBy });
  const tenant: Tenant = { name: testTenant, ...database };
  const context: ServerContext = {
    config: readConfig({ LOG_LEVEL: 'silent', ...environment }),
    log,
    tenants: {
      catalogueUrl: database.connectionString,
      ownerUrl: database.ownerUrl,
      get: async (name) => (name === testTenant ? tenant : null),
      list: async () => [testTenant],
      create: async () => tenant,
      probe: () => probeWrite(database.db),
      close: async () => undefined,
    },
  };
  const app = await buildApp(context, options);
  return {
    app,
    tenant,
    context,
    ask: (method, url, headers, body) =>
      app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body as object }) }),
    async close() {
      await app.close();
      try {
        await expectFiguresCurrent(database.db);
      } finally {
        await database.drop();
      }
    },
  };
}
