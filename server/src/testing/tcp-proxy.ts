import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How a proxy treats its connections. */
export type ProxyMode =
  /** Passes on all bytes. */
  | 'forward'
  /** Accepts connections and passes nothing on, as a server that was stopped (SIGSTOP) or a silent network. */
  | 'stall'
  /** Resets every connection, as a server that is not running. */
  | 'refuse';

/** A proxy on this machine's loopback between a client and a server, which can fail in the ways of a network. */
export interface TcpProxy {
  /** The URL with the proxy's host and port in place of the server's. */
  url(of: string): string;
  /** Bytes that came while stalled are passed on by `forward`. */
  set(mode: ProxyMode): void;
  /** Resets the connections that are open now; later ones are treated by the mode. */
  cut(): void;
  /** Connections that are open now. */
  readonly connections: number;
  /** Connections that were accepted since the start. */
  readonly accepted: number;
  close(): Promise<void>;
}

/** @param target URL of the server, such as that of a database. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  let mode: ProxyMode = 'forward';
  let accepted = 0;
  const pairs = new Set<[Socket, Socket]>();

  function close(pair: [Socket, Socket]): void {
    pairs.delete(pair);
    for (const socket of pair) socket.resetAndDestroy();
  }

  const server = createServer((client) => {
    accepted++;
    if (mode === 'refuse') return void client.resetAndDestroy();
    const upstream = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.pipe(upstream).pipe(client);
    if (mode === 'stall') for (const socket of pair) socket.pause();
    for (const socket of pair) socket.on('error', () => close(pair)).on('close', () => close(pair));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ownPort = (server.address() as AddressInfo).port;
  return {
    url(of) {
      const url = new URL(of);
      url.host = `127.0.0.1:${ownPort}`;
      return url.href;
    },
    set(next) {
      mode = next;
      if (mode === 'refuse') for (const pair of pairs) close(pair);
      for (const socket of [...pairs].flat()) {
        if (mode === 'stall') socket.pause();
        else socket.resume();
      }
    },
    cut() {
      for (const pair of pairs) close(pair);
    },
    get connections() {
      return pairs.size;
    },
    get accepted() {
      return accepted;
    },
    async close() {
      for (const pair of pairs) close(pair);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
