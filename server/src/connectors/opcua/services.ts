import type {
  BrowseNextRequest,
  BrowseNextResponse,
  BrowseRequest,
  BrowseResponse,
  ClientSession,
  CreateMonitoredItemsRequest,
  CreateMonitoredItemsResponse,
  CreateSubscriptionRequest,
  CreateSubscriptionResponse,
  HistoryReadRequest,
  HistoryReadResponse,
  PublishRequest,
  PublishResponse,
  ReadRequest,
  ReadResponse,
} from 'node-opcua-client';
import type { ConnectorFailure } from '../connector.ts';
import { toFailure } from './failures.ts';

/** The used services with their responses. Only services that read: no Write or Call. */
type Service =
  | [ReadRequest, ReadResponse]
  | [BrowseRequest, BrowseResponse]
  | [BrowseNextRequest, BrowseNextResponse]
  | [HistoryReadRequest, HistoryReadResponse]
  | [CreateSubscriptionRequest, CreateSubscriptionResponse]
  | [CreateMonitoredItemsRequest, CreateMonitoredItemsResponse]
  | [PublishRequest, PublishResponse];

type ResponseTo<Request> = Extract<Service, [Request, unknown]>[1];

/** Sends a request. @throws ConnectorFailure */
export type Ask = <Request extends Service[0]>(request: Request) => Promise<ResponseTo<Request>>;

interface Transactions {
  performMessageTransaction(
    request: Service[0],
    answer: (error: Error | null, response?: Service[1]) => void,
  ): void;
}

/**
 * Returns the services of a session, without other features of node-opcua such as fetching type definitions and
 * reconnecting. `end` rejects pending and later requests.
 */
export function createServices(session: ClientSession): { ask: Ask; end(failure: ConnectorFailure): void } {
  const waiting = new Set<(failure: ConnectorFailure) => void>();
  let ended: ConnectorFailure | null = null;
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        waiting.add(reject);
        (session as unknown as Transactions).performMessageTransaction(request, (error, response) => {
          waiting.delete(reject);
          if (error || !response) reject(toFailure(error ?? new Error('no answer')));
          else resolve(response as never);
        });
      }),
    end(failure) {
      ended ??= failure;
      for (const reject of waiting) reject(ended);
      waiting.clear();
    },
  };
}
