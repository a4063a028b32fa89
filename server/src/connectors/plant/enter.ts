import { type ConnectionHead, getConnectionHead } from '../../modules/connections/connection/service.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { hostInDatabase } from '../host/host-in-database.ts';
import type { HostPorts } from '../host/host-ports.ts';

/**
 * Returns the connection of the token in the request. Calls with `connection: 'only'` always have one.
 * @throws AppError `conflict` if it does not run at the plant
 */
export async function enter(
  { tenant, connection }: Actor,
  runner: string,
): Promise<{ host: HostPorts; head: ConnectionHead }> {
  const { id, connectionGroupId } = connection!;
  const head = await getConnectionHead(tenant.db, id);
  if (head.place !== 'plant') {
    throw new AppError(
      'conflict',
      `${head.name} runs at the server: choose 'At the plant' in its configuration.`,
    );
  }
  const plant = { connectionId: id, groupId: connectionGroupId };
  return { host: hostInDatabase(tenant, runner, plant), head };
}
