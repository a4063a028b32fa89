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

/** The services that are used, with their answers: those that read. Write, Call and the like are not among them. */
type Service =
  | [ReadRequest, ReadResponse]
  | [BrowseRequest, BrowseResponse]
  | [BrowseNextRequest, BrowseNextResponse]
  | [HistoryReadRequest, HistoryReadResponse]
  | [CreateSubscriptionRequest, CreateSubscriptionResponse]
  | [CreateMonitoredItemsRequest, CreateMonitoredItemsResponse]
  | [PublishRequest, PublishResponse];

type ResponseOf<Request> = Extract<Service, [Request, unknown]>[1];

/** Sends a request. @throws ConnectorFailure */
export type Ask = <Request extends Service[0]>(request: Request) => Promise<ResponseOf<Request>>;

interface Transactions {
  performMessageTransaction(
    request: Service[0],
    answer: (error: Error | null, response?: Service[1]) => void,
  ): void;
}

/**
 * The services of a session. What node-opcua does beside them, such as to fetch type definitions or to connect again, is
 * left out. `end` rejects what waits for an answer, and everything that is asked later.
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
