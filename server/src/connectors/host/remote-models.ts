import { openConnection } from '../../modules/connections/connection/service.ts';
import type { RemoteModels } from '../../modules/exchange/twin-model/routes.ts';
import type { Tenant } from '../../platform/database/tenants.ts';
import { AppError, found } from '../../platform/errors.ts';
import { ConnectorFailure, type ModelsRole } from '../connector.ts';
import { findConnector } from '../registry.ts';
import { resolveHost } from './addresses.ts';
import { prepareCall } from './call.ts';

/** Time limit of reading a library, in milliseconds. */
const readLimit = 60_000;

/**
 * Reads the twin models that installations share over connections.
 * Both methods throw AppError `not-found`, and `conflict` with the error of the other installation.
 */
export function createRemoteModels(options: { allowsLocal: boolean; directory: string }): RemoteModels {
  return {
    list: (tenant, connectionId) => read(tenant, connectionId, options, (role, call) => role.list(call)),
    get: (tenant, connectionId, modelId) =>
      read(tenant, connectionId, options, (role, call) => role.get(call, modelId)),
  };
}

async function read<T>(
  tenant: Tenant,
  connectionId: number,
  { allowsLocal, directory }: { allowsLocal: boolean; directory: string },
  work: (role: ModelsRole, call: Parameters<ModelsRole['list']>[0]) => Promise<T>,
): Promise<T> {
  const connection = found(await openConnection(tenant, connectionId), 'Connection');
  const connector = findConnector(connection.type);
  const roles = await connector?.load?.();
  if (!connector || !roles?.models)
    throw new AppError('conflict', `The connection ${connection.name} has no twin models to import.`);
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(readLimit)]);
  const ports = { log: () => undefined, resolve: (host: string) => resolveHost(host, allowsLocal) };
  const prepared = prepareCall({ ...connection, connector, directory }, ports, signal);
  try {
    return await work(roles.models, prepared.call);
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    throw new AppError('conflict', `${connection.name}: ${prepared.toFailure(error).message}`);
  } finally {
    ended.abort();
  }
}
