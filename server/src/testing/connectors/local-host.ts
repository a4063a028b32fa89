import { TenantHost } from '../../connectors/host/tenant-host.ts';
import { findConnector } from '../../connectors/registry.ts';
import type { Tenant } from '../../platform/database/tenants.ts';
import { createLogger } from '../../platform/process/log.ts';

/** Runs the connections of a tenant with the connectors of the product, also to systems on this machine. */
export const startLocalHost = (tenant: Tenant, directory: string): TenantHost =>
  new TenantHost({
    tenant,
    log: createLogger('silent'),
    directory,
    allowsLocal: true,
    findConnector,
    interval: 50,
  });
