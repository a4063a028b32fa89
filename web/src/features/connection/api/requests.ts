import type {
  ConnectionRequest,
  cancelConnectionRequest,
  createConnectionRequest,
  getConnectionRequest,
  RequestResult,
  readHistory,
  trustCertificate,
} from '@twinward/contracts/connections/request';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { call } from '../../../shared/api/http.ts';

/** Polling interval of a request in milliseconds. */
const lookEvery = 400;

export type SystemQuestion = RouteBodyInput<typeof createConnectionRequest>;

const isUnfinished = ({ state }: ConnectionRequest): boolean => state === 'waiting' || state === 'running';

/**
 * Sends a request to the system of a connection and waits for its result. Cancels the request when aborted.
 * @throws Error with the message of a failed request
 */
export async function askSystem(
  connectionId: number,
  input: SystemQuestion,
  signal: AbortSignal,
  onProgress: (request: ConnectionRequest) => void = () => {},
): Promise<RequestResult> {
  let request = await call<typeof createConnectionRequest>('POST /api/connections/:id/requests', {
    params: { id: connectionId },
    body: input,
    signal,
  });
  const params = { id: connectionId, requestId: request.id };
  const cancel = () =>
    void call<typeof cancelConnectionRequest>('DELETE /api/connections/:id/requests/:requestId', {
      params,
    }).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    onProgress(request);
    while (isUnfinished(request)) {
      await pause(lookEvery, signal);
      request = await call<typeof getConnectionRequest>('GET /api/connections/:id/requests/:requestId', {
        params,
        signal,
      });
      onProgress(request);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  if (request.state !== 'done') throw new Error(request.message ?? 'The request was canceled.');
  return request.result;
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });

export const useTrustCertificate = (id: number) =>
  useApiMutation<typeof trustCertificate, string>('POST /api/connections/:id/trusted-certificates', {
    toCall: (fingerprint) => ({ params: { id }, body: { fingerprint } }),
    renews: ['connections'],
  });

export const useReadHistory = (id: number) =>
  useApiMutation<typeof readHistory, string>('POST /api/connections/:id/history', {
    toCall: (from) => ({ params: { id }, body: { from } }),
    says: null,
    renews: ['connections'],
  });
