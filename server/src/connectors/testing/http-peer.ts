import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { certificateFile } from './certificates.ts';

export interface PeerRequest {
  method: string;
  /** Decoded, without the query. */
  path: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface PeerAnswer {
  status?: number;
  headers?: Readonly<Record<string, string | string[]>>;
  /** A text as it is; anything else as JSON. */
  body?: unknown;
}

/** What a peer does instead of answering. `isAfterEffect`: it did what was asked before. */
export type Misbehaviour =
  | {
      kind: 'status';
      status: number;
      headers?: Record<string, string>;
      body?: unknown;
      isAfterEffect?: boolean;
    }
  | { kind: 'cut'; isAfterEffect?: boolean }
  /** Never ends the answer. */
  | { kind: 'slow'; isAfterEffect?: boolean }
  /** Does what was asked, and answers, after so many milliseconds. */
  | { kind: 'late'; milliseconds: number }
  /** Half of the answer, and the end of the connection. */
  | { kind: 'truncated' }
  /** Half of the answer, as if it were all. */
  | { kind: 'halved' }
  | { kind: 'html' };

export interface PeerOptions {
  /**
   * TLS with the certificate of broker.test; `client`: it asks for a certificate of the test CA. Or with a certificate of
   * the test's own, in PEM.
   */
  tls?: 'server' | 'client' | { key: string; cert: string };
}

/** A real HTTP server in this process, which misbehaves on request. A system's peer says what it answers. */
export abstract class HttpPeer {
  readonly requests: PeerRequest[] = [];
  /** Milliseconds by which its clock is ahead. */
  clockOffset = 0;
  readonly #faults: { fault: Misbehaviour; matches: (request: PeerRequest) => boolean; times: number }[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly #scheme: string;

  constructor({ tls }: PeerOptions = {}) {
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      this.#serve(request, response).catch((error: Error) => {
        if (!response.headersSent) response.writeHead(500);
        response.end(`the peer failed: ${error.stack}`);
      });
    };
    this.#scheme = tls ? 'https' : 'http';
    this.#server = tls
      ? createHttpsServer(
          {
            ...(typeof tls === 'object'
              ? tls
              : { key: certificateFile('server.key'), cert: certificateFile('server.pem') }),
            ...(tls === 'client' && {
              ca: certificateFile('ca.pem'),
              requestCert: true,
              rejectUnauthorized: true,
            }),
          },
          listener,
        )
      : createServer(listener);
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  protected abstract answer(request: PeerRequest): PeerAnswer | Promise<PeerAnswer>;

  /** The present by the peer's clock, epoch milliseconds. */
  now(): number {
    return Date.now() + this.clockOffset;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  /** Connections that clients have open. */
  get connections(): number {
    return this.#sockets.size;
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return this;
  }

  /** Ends as a process that is killed. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Misbehaves at the next requests that match. */
  misbehave(fault: Misbehaviour, matches: (request: PeerRequest) => boolean = () => true, times = 1): void {
    this.#faults.push({ fault, matches, times });
  }

  /** Behaves again. */
  behave(): void {
    this.#faults.length = 0;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = new URL(incoming.url ?? '/', 'http://peer');
    const request: PeerRequest = {
      method: incoming.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: incoming.headers as PeerRequest['headers'],
      body: Buffer.concat(chunks).toString(),
    };
    this.requests.push(request);
    const taken = this.#takeFault(request);
    if (taken?.kind === 'late') await sleep(taken.milliseconds);
    const fault = taken?.kind === 'late' ? null : taken;
    const isAnswered = !fault || fault.kind === 'truncated' || fault.kind === 'halved';
    const hasEffect = isAnswered || ('isAfterEffect' in fault && fault.isAfterEffect === true);
    const answer = hasEffect ? await this.answer(request) : {};
    if (!fault) return this.#write(response, answer);
    if (fault.kind === 'status') {
      const { status, headers = {}, body = '' } = fault;
      return this.#write(response, { status, headers, body });
    }
    if (fault.kind === 'html') {
      const headers = { 'content-type': 'text/html' };
      return this.#write(response, { headers, body: '<html><body>Please sign in</body></html>' });
    }
    if (fault.kind === 'cut') {
      incoming.socket.destroy();
      return;
    }
    if (fault.kind === 'slow') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
      return;
    }
    const text = toText(answer.body);
    const half = text.slice(0, Math.ceil(text.length / 2));
    if (fault.kind === 'halved') {
      const headers = { 'content-type': 'application/json' };
      return this.#write(response, { ...answer, headers, body: half });
    }
    response.writeHead(answer.status ?? 200, { 'content-length': Buffer.byteLength(text) + 10 });
    response.write(half, () => incoming.socket.destroy());
  }

  #takeFault(request: PeerRequest): Misbehaviour | null {
    const at = this.#faults.findIndex(({ matches }) => matches(request));
    const found = this.#faults[at];
    if (!found) return null;
    found.times--;
    if (found.times === 0) this.#faults.splice(at, 1);
    return found.fault;
  }

  #write(response: ServerResponse, { status = 200, headers = {}, body = '' }: PeerAnswer): void {
    const text = toText(body);
    response.writeHead(status, {
      'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
      date: new Date(this.now()).toUTCString(),
      ...headers,
    });
    response.end(text);
  }
}

const toText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body ?? ''));
