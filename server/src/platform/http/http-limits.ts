import type { HttpConfig } from '../config/http-config.ts';

/** What one connection, one request and one address may take. Times in milliseconds. */
export interface HttpLimits {
  /** For the head of a request, and for a new connection to begin one. */
  headTime: number;
  /** For a body, but of an upload; also for what still comes of any body after the answer. */
  bodyTime: number;
  /** Slowest upload, in bytes a second, over `uploadWindow`. */
  uploadRate: number;
  uploadWindow: number;
  /** For a connection between two requests. */
  keepAliveTime: number;
  /** For a connection on which nothing moves, such as one whose reader stopped. */
  silenceTime: number;
  requestsPerConnection: number;
  connections: number;
  /** Connections, and requests in flight, of one address that is no trusted proxy. */
  connectionsPerAddress: number;
}

export function limitsOf({
  maximumConnections,
  maximumConnectionsPerAddress,
}: Pick<HttpConfig, 'maximumConnections' | 'maximumConnectionsPerAddress'>): HttpLimits {
  return {
    headTime: 30_000,
    bodyTime: 30_000,
    uploadRate: 100_000,
    uploadWindow: 30_000,
    // Longer than proxies keep theirs (60 s): else one of them sends a request into a connection that just closes.
    keepAliveTime: 72_000,
    // Event streams write every 25 s.
    silenceTime: 120_000,
    requestsPerConnection: 10_000,
    connections: maximumConnections,
    connectionsPerAddress: maximumConnectionsPerAddress,
  };
}
