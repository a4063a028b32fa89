import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pruneRequests } from '../../modules/connections/connection/service.ts';
import type { Running } from '../../platform/context.ts';
import type { Tenant } from '../../platform/database/tenants.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { ConnectionHost, type HostOptions } from './connection-host.ts';
import { hostInDatabase } from './host-in-database.ts';

interface TenantHostOptions extends Omit<HostOptions, 'ports' | 'place' | 'name'> {
  tenant: Tenant;
}

const pruneInterval = 30_000;

/** Runs the connections of a tenant at the server, with its database. */
export class TenantHost extends ConnectionHost {
  readonly #pruning: Running;

  constructor({ tenant, ...options }: TenantHostOptions) {
    const { name } = tenant;
    const directory = join(options.directory, name);
    super({ ...options, name, directory, place: 'server', ports: hostInDatabase(tenant, randomUUID()) });
    const prune = () => pruneRequests(tenant.db);
    this.#pruning = repeat('the pruning of requests', pruneInterval, prune, options.log);
  }

  override async close(): Promise<void> {
    await this.#pruning.close();
    await super.close();
  }
}
