import type { Socket } from 'node:net';
import { createRedaction } from '@twinward/domain/connections/redact';
import { Agent, type buildConnector, type Dispatcher, errors, request as sendRequest } from 'undici';
import { decodeFile, readSecret, readText } from './configured.ts';
import { type Configuration, type ConnectorCall, ConnectorFailure } from './connector.ts';
import { encryptTrusted, findSocketError, type LinkSettings, reach, toLinkFailure } from './link.ts';

/**
 * HTTP for all connectors. A host is resolved once for each connection, and that address is used. The certificate is
 * checked against the host, the CA of the configuration and the certificates trusted by users. Redirections are not
 * followed.
 */

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string | URL;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds for the whole response. Default: a minute. */
  timeout?: number;
  /** Statuses from 300 on that the caller handles. */
  expected?: readonly number[];
  /** Maximum number of bytes to read. The rest of the response is discarded. Default: all. */
  mostRead?: number;
  /** What the system says in the body of an error; null: nothing that people could use. */
  readError?(body: unknown): string | null;
}

export interface HttpAnswer {
  status: number;
  /** By names in lower case. Only the first of several with the same name. */
  headers: Readonly<Record<string, string>>;
  /** Set-Cookie, each as `name=value`. */
  cookies: readonly string[];
  text: string;
  /** @throws ConnectorFailure `protocol` if the body is not JSON */
  json(): unknown;
}

const usualTimeout = 60_000;
/** Maximum size of a response in bytes. */
const largestAnswer = 64 * 1024 * 1024;
/** Maximum number of connections to a server. */
const mostConnections = 4;
/** Maximum length of a server's error message, in characters. */
const longestDetail = 300;

interface Pool {
  agent: Agent;
  /** Returns the error below HTTP of the newest connection. */
  problem(): Error | undefined;
}

const pools = new WeakMap<ConnectorCall, Pool>();

/**
 * Sends a request. Keeps connections for the next requests of the call, and closes them when its signal is aborted.
 * @throws ConnectorFailure `signIn` for 401, `unreachable` for 504, `busy` for 408, 425, 429 and others from 500 on,
 * `refused` for errors that a person has to fix, `protocol` for 404, redirections and unreadable responses
 */
export async function send(call: ConnectorCall, request: HttpRequest): Promise<HttpAnswer> {
  const { timeout = usualTimeout } = request;
  const url = new URL(request.url);
  const pool = getPool(call);
  const controller = new AbortController();
  const cancel = () => controller.abort(new ConnectorFailure('unreachable', 'The call was canceled.'));
  const timer = setTimeout(
    () =>
      controller.abort(
        new ConnectorFailure(
          'unreachable',
          `No complete answer within ${Math.ceil(timeout / 1000)} seconds.`,
        ),
      ),
    timeout,
  );
  call.signal.addEventListener('abort', cancel);
  if (call.signal.aborted) cancel();
  try {
    const answer = await sendRequest(url, {
      dispatcher: pool.agent,
      method: request.method,
      headers: request.headers ?? {},
      body: request.body ?? null,
      signal: controller.signal,
    });
    const text = await textOfAnswer(answer.body, request.mostRead);
    const read = toAnswer(answer.statusCode, answer.headers, text);
    const isUsable = read.status < 300 || request.expected?.includes(read.status);
    if (!isUsable) throw toRefusal(read, url, request);
    return read;
  } catch (error) {
    throw controller.signal.aborted
      ? (controller.signal.reason as ConnectorFailure)
      : toHttpFailure(error, pool);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', cancel);
  }
}

async function textOfAnswer(body: Dispatcher.ResponseData['body'], mostRead?: number): Promise<string> {
  if (mostRead === undefined) return body.text();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= mostRead) break;
  }
  return Buffer.concat(chunks).subarray(0, mostRead).toString();
}

/** Returns an address from a server, moved to the origin of `base`, so that credentials are not sent elsewhere. */
export function onOrigin(base: string | URL, address: string): URL {
  const origin = new URL(base);
  const url = new URL(address, origin);
  url.protocol = origin.protocol;
  url.host = origin.host;
  // Setting an origin without a port would keep the port of the address.
  url.port = origin.port;
  url.username = '';
  url.password = '';
  return url;
}

/** How a server is reached, by its address and the fields of `transportFields`. */
export function toLinkSettings(configuration: Configuration, url: URL): LinkSettings {
  return {
    peer: 'server',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    ca: decodeFile(configuration.ca),
    certificate: decodeFile(configuration.certificate),
    certificatePassword: readSecret(configuration.certificatePassword),
    serverName: readText(configuration.serverName),
  };
}

function getPool(call: ConnectorCall): Pool {
  const known = pools.get(call);
  if (known) return known;
  let newest: Socket | null = null;
  const agent = new Agent({
    connections: mostConnections,
    maxResponseSize: largestAnswer,
    // Requests have their own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, done) => {
      connect(call, options).then(
        (socket) => {
          newest = socket;
          done(null, socket);
        },
        (error: Error) => done(error, null),
      );
    },
  });
  const pool = { agent, problem: () => (newest ? findSocketError(newest) : undefined) };
  pools.set(call, pool);
  const end = () => void agent.destroy().catch(() => {});
  if (call.signal.aborted) end();
  else call.signal.addEventListener('abort', end, { once: true });
  return pool;
}

const connect = (call: ConnectorCall, { protocol, hostname, port }: buildConnector.Options) =>
  openLink(call, new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`));

/** Opens a link to a server for other protocols, such as WebSocket. @throws ConnectorFailure */
export async function openLink(call: ConnectorCall, url: URL): Promise<Socket> {
  const settings = toLinkSettings(call.configuration, url);
  const socket = await reach(await call.addresses.resolve(settings.host), settings, call.signal);
  return url.protocol === 'https:' ? encryptTrusted(socket, settings, call) : socket;
}

function toAnswer(
  status: number,
  received: Record<string, string | string[] | undefined>,
  text: string,
): HttpAnswer {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) headers[name.toLowerCase()] = first;
  }
  return {
    status,
    headers,
    cookies: [received['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0]!.trim()),
    text,
    json() {
      try {
        return JSON.parse(text);
      } catch (error) {
        const kind = headers['content-type']?.split(';', 1)[0] ?? 'nothing named';
        throw new ConnectorFailure(
          'protocol',
          text === ''
            ? 'The server sent an empty answer.'
            : `The answer of the server is not JSON (${kind}).`,
          { cause: error },
        );
      }
    },
  };
}

/** Converts an unsuccessful response to a failure. */
function toRefusal(answer: HttpAnswer, url: URL, request: HttpRequest): ConnectorFailure {
  const { status, headers } = answer;
  const said = findDetail(answer, request);
  const with_ = (sentence: string) => (said === null ? `${sentence}.` : `${sentence}: ${said}`);
  if (status < 400) {
    const target =
      headers.location && URL.canParse(headers.location, url.href)
        ? new URL(headers.location, url).host
        : 'elsewhere';
    return new ConnectorFailure(
      'protocol',
      `The server redirects to ${target} (${status}): the address may be wrong, or it leads to a sign-in page.`,
    );
  }
  if (status === 401) return new ConnectorFailure('signIn', with_('The server refused the sign-in (401)'));
  if (status === 404)
    return new ConnectorFailure('protocol', with_(`The server found nothing at ${url.pathname} (404)`));
  if (status === 504) {
    // The server may still process a request after a gateway timeout.
    return new ConnectorFailure('unreachable', with_('The server behind the gateway gave no answer (504)'));
  }
  if (status >= 500 || status === 429 || status === 408 || status === 425) {
    return new ConnectorFailure(
      'busy',
      with_(status < 500 ? `The server is busy (${status})` : `The server failed (${status})`),
      { retryAfter: parseRetryAfter(headers['retry-after']) },
    );
  }
  return new ConnectorFailure(
    'refused',
    with_(status === 403 ? 'The server does not allow this (403)' : `The server refused this (${status})`),
  );
}

function findDetail(answer: HttpAnswer, { readError, headers = {} }: HttpRequest): string | null {
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    return null;
  }
  const said = readError?.(body)
    ?.replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (!said) return null;
  // The host redacts the secrets of the configuration. These are derived from them.
  const made = Object.entries(headers)
    .filter(([name]) => /auth|key|cookie|token/i.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+ /, '')]);
  return createRedaction(made)(said).slice(0, longestDetail);
}

/** Returns the delay in milliseconds, or null (RFC 9110, section 10.2.3). */
function parseRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, time - Date.now());
}

function toHttpFailure(error: unknown, pool: Pool): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new ConnectorFailure('protocol', `The answer has more than ${largestAnswer / 1024 / 1024} MiB.`, {
      cause: error,
    });
  }
  // A refused client certificate ends the connection, and the reason is known to the socket alone.
  if (code === 'UND_ERR_SOCKET' && isOfTls(pool.problem())) return toLinkFailure(pool.problem(), 'server');
  if (code === 'UND_ERR_SOCKET' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return new ConnectorFailure(
      'unreachable',
      'The server ended the connection before the answer was complete.',
      { cause: error },
    );
  }
  if (error instanceof errors.HTTPParserError) {
    return new ConnectorFailure('protocol', 'The server does not speak HTTP.', { cause: error });
  }
  return toLinkFailure(error, 'server');
}

const isOfTls = (error: Error | undefined): boolean =>
  /^ERR_SSL/.test(String((error as { code?: unknown } | undefined)?.code ?? ''));
