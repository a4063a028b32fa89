import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { countRefusedConnection } from '../process/metrics.ts';
import { requestsInProgress } from '../threads/requests-in-progress.ts';
import type { HttpLimits } from './http-limits.ts';
import { limitBody, type RefuseConnection } from './slow-sender.ts';

/** How often Node checks connections for timeouts, per timeout. */
const checksPerTime = 6;

/**
 * Creates servers that limit their connections. They share one count per address.
 * @param isProxy whether an address is a trusted proxy, which connects for many users.
 */
export function createServerFactory(
  limits: HttpLimits,
  isProxy: (address: string) => boolean,
  refuse: RefuseConnection,
): (handler: RequestListener) => Server {
  const admit = createAddressCount(limits.connectionsPerAddress);
  const refused = createRefusedAddresses(limits.refusalTime);
  return (handler) => {
    const server = createServer({
      headersTimeout: limits.headTime,
      // No limit for a whole request: uploads and event streams have none, and other bodies have a separate limit.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.ceil(limits.headTime / checksPerTime),
      keepAliveTimeout: limits.keepAliveTime,
    });
    server.maxConnections = limits.connections;
    server.maxRequestsPerSocket = limits.requestsPerConnection;
    server.setTimeout(limits.silenceTime);
    server.on('drop', () => countRefusedConnection('total'));
    server.on('connection', (socket: Socket) => {
      endRequestsOnClose(socket);
      const address = socket.remoteAddress;
      if (address === undefined || isProxy(address)) return;
      if (refused.has(address)) {
        countRefusedConnection('pipelined');
        socket.destroy();
        return;
      }
      const leave = admit(address);
      if (leave) socket.once('close', leave);
      else {
        countRefusedConnection('address');
        socket.destroy();
      }
    });
    server.on('request', (request, response) => {
      if (!admitPipelined(request, response, limits.pipelinedRequests)) {
        const { remoteAddress } = request.socket;
        request.socket.destroy();
        if (remoteAddress !== undefined) refused.add(remoteAddress);
        return;
      }
      limitBody(request, response, limits, refuse);
      handler(request, response);
    });
    return server;
  };
}

/** The unanswered requests of each connection, each by the function that ends its count. */
const unanswered = new WeakMap<Socket, Set<() => void>>();

/** Ends the unanswered requests of a connection when it closes: Node closes no response that waits for another. */
function endRequestsOnClose(socket: Socket): void {
  const ends = new Set<() => void>();
  unanswered.set(socket, ends);
  socket.once('close', () => {
    for (const end of ends) end();
    ends.clear();
  });
}

/**
 * Admits a request unless its connection has too many unanswered ones. Node processes all requests in a chunk of data
 * at once: thousands of short ones would block the requests of all other clients. Jobs wait for admitted requests, but
 * not for streams of events, which do not end.
 */
function admitPipelined(request: IncomingMessage, response: ServerResponse, maximum: number): boolean {
  const ends = unanswered.get(request.socket)!;
  if (ends.size >= maximum) return false;
  const isStream = request.headers.accept?.includes('text/event-stream') ?? false;
  const end = isStream ? () => {} : requestsInProgress.begin();
  ends.add(end);
  response.once('close', () => {
    if (ends.delete(end)) end();
  });
  return true;
}

/** Addresses whose connections are refused for a time, in milliseconds. */
function createRefusedAddresses(time: number) {
  const until = new Map<string, number>();
  return {
    add(address: string): void {
      const now = Date.now();
      for (const [one, end] of until) if (end <= now) until.delete(one);
      until.set(address, now + time);
    },
    has: (address: string): boolean => (until.get(address) ?? 0) > Date.now(),
  };
}

/** Rejects requests of a client with too many requests in flight, including clients behind a proxy. */
export function limitRequestsInFlight(
  app: FastifyInstance,
  maximum: number,
  isProxy: (address: string) => boolean,
): void {
  const admit = createAddressCount(maximum);
  app.addHook('onRequest', async (request, reply) => {
    if (isProxy(request.ip)) return;
    const leave = admit(request.ip);
    if (leave) reply.raw.once('close', leave);
    else {
      throw new AppError('too-many-requests', 'Too many requests at a time from this address.', {
        retryAfter: 1,
      });
    }
  });
}

/** Answers a request that Node could not parse. */
export const createUnreadableHandler =
  (refuse: RefuseConnection) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      refuse(socket, 'request-timeout', 'The request came too slowly.');
    } else if (error.code === 'HPE_HEADER_OVERFLOW') {
      refuse(socket, 'headers-too-large', 'The headers of the request are too large.');
    } else refuse(socket, 'invalid-request', 'This is no valid HTTP request.');
  };

/**
 * Counts the open items of each address. The result admits one more and returns its release function, or null
 * at the limit.
 */
export function createAddressCount(maximum: number): (address: string) => (() => void) | null {
  const counts = new Map<string, number>();
  return (address) => {
    const count = counts.get(address) ?? 0;
    if (count >= maximum) return null;
    counts.set(address, count + 1);
    return () => {
      const left = counts.get(address)! - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    };
  };
}
