import type { ConnectionRequest, RequestInput, RequestResult } from '@twinward/contracts/connections/request';
import type { Actor } from '../../../platform/actor.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { cancelRequestRow, insertRequest, type RequestRow, selectRequest } from './request-store.ts';
import { getConnectionHead } from './run.ts';
import { isSeen } from './state-store.ts';

export {
  claimRequests,
  endRequest,
  pruneRequests,
  type TakenRequest,
  writeRequestResult,
} from './request-store.ts';

/**
 * Creates a request for the process that runs the connection.
 * @throws AppError `not-found`; `conflict` if it should run at the plant, but no process does
 */
export async function createRequest(
  { tenant, userId }: Actor,
  connectionId: number,
  input: RequestInput,
): Promise<ConnectionRequest> {
  const { place, name } = await getConnectionHead(tenant.db, connectionId);
  if (place === 'plant' && !(await isSeen(tenant.db, connectionId))) {
    throw new AppError(
      'conflict',
      `${name} runs at the plant, but no process at the plant has called in the last minute.`,
    );
  }
  return toRequest(await insertRequest(tenant.db, connectionId, input, userId));
}

/** @throws AppError `not-found` */
export async function getRequest(
  { tenant }: Actor,
  connectionId: number,
  id: string,
): Promise<ConnectionRequest> {
  return toRequest(found(await selectRequest(tenant.db, connectionId, id), 'Request'));
}

/**
 * Cancels a request; a no-op if it has ended.
 * @throws AppError `not-found`
 */
export async function cancelRequest({ tenant }: Actor, connectionId: number, id: string): Promise<void> {
  found(await selectRequest(tenant.db, connectionId, id), 'Request');
  await cancelRequestRow(tenant.db, id);
}

const toRequest = ({ id, input, state, message, result }: RequestRow): ConnectionRequest => ({
  id,
  kind: (input as RequestInput).kind,
  state,
  message,
  result: result as RequestResult,
});
