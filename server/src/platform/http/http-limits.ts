import type { HttpConfig } from '../config/http-config.ts';

/** Limits of a connection, a request and an address. Times in milliseconds. */
export interface HttpLimits {
  /** For the head of a request, and for a new connection to start one. */
  headTime: number;
  /** For a body other than an upload, and for the rest of any body after the answer. */
  bodyTime: number;
  /** Minimum rate of an upload in bytes per second, over `uploadWindow`. */
  uploadRate: number;
  uploadWindow: number;
  /** For an idle connection between two requests. */
  keepAliveTime: number;
  /** For a connection without any traffic, for example of a client that stopped reading. */
  silenceTime: number;
  requestsPerConnection: number;
  /** Maximum number of requests of a connection that are sent before an earlier one is answered. */
  pipelinedRequests: number;
  /** How long new connections are refused to an address that exceeded this number, unless it is a trusted proxy. */
  refusalTime: number;
  connections: number;
  /** Connections, and requests in flight, per address that is not a trusted proxy. */
  connectionsPerAddress: number;
}

export function toHttpLimits({
  maximumConnections,
  maximumConnectionsPerAddress,
}: Pick<HttpConfig, 'maximumConnections' | 'maximumConnectionsPerAddress'>): HttpLimits {
  return {
    headTime: 30_000,
    bodyTime: 30_000,
    uploadRate: 100_000,
    uploadWindow: 30_000,
    // Longer than the timeout of proxies (60 s), which could otherwise send a request into a closing
    // connection.
    keepAliveTime: 72_000,
    // Event streams write every 25 s.
    silenceTime: 120_000,
    requestsPerConnection: 10_000,
    pipelinedRequests: 32,
    refusalTime: 5_000,
    connections: maximumConnections,
    connectionsPerAddress: maximumConnectionsPerAddress,
  };
}
