import type { Socket } from 'node:net';
import { createRedaction } from '@twinward/domain/connections/redact';
import { Agent, type buildConnector, type Dispatcher, errors, request as sendRequest } from 'undici';
import { decodeFile, readSecret, readText } from './configured.ts';
import { type Configuration, type ConnectorCall, ConnectorFailure } from './connector.ts';
import { encryptTrusted, findSocketError, type LinkSettings, reach, toLinkFailure } from './link.ts';

/**
 * HTTP for all connectors. The address of a host is looked up once for each connection, and connected to; the
 * certificate is checked against the host, the CA of the configuration and what a person trusted. Redirections are not
 * followed.
 */

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string | URL;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds for the whole answer; a minute unless given. */
  timeout?: number;
  /** Statuses from 300 on that the caller reads itself. */
  expected?: readonly number[];
  /** Bytes of the answer that are wanted: what comes after them is not read. All unless given. */
  mostRead?: number;
  /** What the system says in the body of an error; null: nothing that people could use. */
  readError?(body: unknown): string | null;
}

export interface HttpAnswer {
  status: number;
  /** By their names in lower case; of several, the first. */
  headers: Readonly<Record<string, string>>;
  /** Set-Cookie, each as `name=value`. */
  cookies: readonly string[];
  text: string;
  /** @throws ConnectorFailure `protocol` for what is no JSON */
  json(): unknown;
}

const usualTimeout = 60_000;
/** Bytes of an answer. */
const largestAnswer = 64 * 1024 * 1024;
/** Connections to a server at once. */
const mostConnections = 4;
/** Characters of what a server says about an error. */
const longestDetail = 300;

interface Pool {
  agent: Agent;
  /** What went wrong below HTTP on the newest connection. */
  problem(): Error | undefined;
}

const pools = new WeakMap<ConnectorCall, Pool>();

/**
 * Sends a request. Connections are kept for the next requests of the call, and cut when its signal is aborted.
 * @throws ConnectorFailure `signIn` for 401, `unreachable` for 504, `busy` for 408, 425, 429 and others from 500 on,
 * `refused` for what a person has to change, `protocol` for 404, redirections and what can't be read
 */
export async function send(call: ConnectorCall, request: HttpRequest): Promise<HttpAnswer> {
  const { timeout = usualTimeout } = request;
  const url = new URL(request.url);
  const pool = poolOf(call);
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
    const read = answerOf(answer.statusCode, answer.headers, text);
    const isUsable = read.status < 300 || request.expected?.includes(read.status);
    if (!isUsable) throw refusalOf(read, url, request);
    return read;
  } catch (error) {
    throw controller.signal.aborted
      ? (controller.signal.reason as ConnectorFailure)
      : httpFailureOf(error, pool);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', cancel);
  }
}

async function textOfAnswer(body: Dispatcher.ResponseData['body'], mostRead?: number): Promise<string> {
  if (mostRead === undefined) return body.text();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop cuts the connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= mostRead) break;
  }
  return Buffer.concat(chunks).subarray(0, mostRead).toString();
}

/** An address that a server gave, on the origin of `base`: credentials go nowhere else. */
export function onOrigin(base: string | URL, address: string): URL {
  const origin = new URL(base);
  const url = new URL(address, origin);
  url.protocol = origin.protocol;
  url.host = origin.host;
  // An origin without a port leaves the one of the address as it was.
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

function poolOf(call: ConnectorCall): Pool {
  const known = pools.get(call);
  if (known) return known;
  let newest: Socket | null = null;
  const agent = new Agent({
    connections: mostConnections,
    maxResponseSize: largestAnswer,
    // The deadline of a request ends it.
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

/** A link to a server for more than requests, such as a WebSocket. @throws ConnectorFailure */
export async function openLink(call: ConnectorCall, url: URL): Promise<Socket> {
  const settings = toLinkSettings(call.configuration, url);
  const socket = await reach(await call.addresses.resolve(settings.host), settings, call.signal);
  return url.protocol === 'https:' ? encryptTrusted(socket, settings, call) : socket;
}

function answerOf(
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

/** An answer that is no success. */
function refusalOf(answer: HttpAnswer, url: URL, request: HttpRequest): ConnectorFailure {
  const { status, headers } = answer;
  const said = detailOf(answer, request);
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
    // What a gateway gave up on may still be done.
    return new ConnectorFailure('unreachable', with_('The server behind the gateway gave no answer (504)'));
  }
  if (status >= 500 || status === 429 || status === 408 || status === 425) {
    return new ConnectorFailure(
      'busy',
      with_(status < 500 ? `The server is busy (${status})` : `The server failed (${status})`),
      { retryAfter: retryAfterOf(headers['retry-after']) },
    );
  }
  return new ConnectorFailure(
    'refused',
    with_(status === 403 ? 'The server does not allow this (403)' : `The server refused this (${status})`),
  );
}

function detailOf(answer: HttpAnswer, { readError, headers = {} }: HttpRequest): string | null {
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
  // The secrets of the configuration are hidden by the host; these are made of them.
  const made = Object.entries(headers)
    .filter(([name]) => /auth|key|cookie|token/i.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+ /, '')]);
  return createRedaction(made)(said).slice(0, longestDetail);
}

/** Milliseconds; null: none given. RFC 9110, section 10.2.3. */
function retryAfterOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, time - Date.now());
}

function httpFailureOf(error: unknown, pool: Pool): ConnectorFailure {
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
