import { type ErrorId, errorCatalogue } from '@twinward/contracts/core/error';
import type { RouteBodyInput, RouteContract, RouteResponse } from '@twinward/contracts/core/route';
import { type Dispatcher, EnvHttpProxyAgent, request as sendRequest } from 'undici';
import { z } from 'zod';
import { storable } from '../../platform/text.ts';
import { StoreAway } from '../host/ports.ts';

/** The server is unreachable or can't answer now. The call is retried. */
export class ServerAway extends StoreAway {
  override name = 'ServerAway';
  /** Milliseconds that the server asked to wait, or null. */
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null = null, options: { cause?: unknown } = {}) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** The server or a proxy redirects the call, so that it does not reach the server. */
export class ServerRedirects extends ServerAway {
  override name = 'ServerRedirects';
}

/** The server rejects the token, or the connection doesn't run at the plant. A person has to act. */
export class ServerRefusal extends StoreAway {
  override name = 'ServerRefusal';
}

const usualTimeout = 60_000;
/** Maximum size of a response in bytes. */
const largestAnswer = 64 * 1024 * 1024;

interface AskOptions {
  /** Milliseconds for the whole response. */
  timeout?: number;
  signal?: AbortSignal;
}

const never = new AbortController().signal;

interface ServerClientOptions {
  /** Without a trailing slash. */
  address: string;
  token: string;
  dispatcher?: Dispatcher;
}

/**
 * Makes the calls of a process at the plant. Doesn't follow redirections, which would receive the token. Uses the proxy
 * of HTTPS_PROXY and the additional CAs of NODE_EXTRA_CA_CERTS.
 */
export class ServerClient {
  readonly #options: ServerClientOptions;
  readonly #dispatcher: Dispatcher;
  readonly #closing = new AbortController();

  constructor(options: ServerClientOptions) {
    this.#options = options;
    this.#dispatcher =
      options.dispatcher ?? new EnvHttpProxyAgent({ connections: 4, maxResponseSize: largestAnswer });
  }

  /** Cancels pending calls, and closes. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#dispatcher.destroy();
  }

  /** @throws ServerAway; ServerRefusal. Neither contains the token. */
  async ask<R extends RouteContract>(
    route: R,
    ...[body, { timeout = usualTimeout, signal = never } = {}]: R['body'] extends z.ZodType
      ? [body: RouteBodyInput<R>, options?: AskOptions]
      : [body?: undefined, options?: AskOptions]
  ): Promise<RouteResponse<R>> {
    const limit = AbortSignal.timeout(timeout);
    let status: number;
    let text: string;
    let headers: Dispatcher.ResponseData['headers'];
    try {
      const answer = await sendRequest(`${this.#options.address}${route.path}`, {
        dispatcher: this.#dispatcher,
        method: route.method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${this.#options.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : toJson(body),
        signal: AbortSignal.any([limit, signal, this.#closing.signal]),
      });
      [status, headers] = [answer.statusCode, answer.headers];
      text = await answer.body.text();
    } catch (error) {
      if (signal.aborted || this.#closing.signal.aborted) throw new ServerAway('The process ends.');
      if (limit.aborted) throw new ServerAway(`The server did not answer within ${timeout / 1000} s.`);
      throw new ServerAway(`The server can't be reached: ${toReason(error)}`, null, { cause: error });
    }
    if (status < 300) return read(route, text);
    throw toFailure(status, headers, text);
  }
}

/** Serializes a body without text that the database can't store: the server would reject the whole call. */
function toJson(body: unknown): string {
  const text = JSON.stringify(body);
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text;
  return JSON.stringify(body, (_, value) => (typeof value === 'string' ? storable(value) : value));
}

function read<R extends RouteContract>(route: R, text: string): RouteResponse<R> {
  if (typeof route.response !== 'object') return undefined as RouteResponse<R>;
  const parsed = route.response.safeParse(parseJson(text));
  if (parsed.success) return parsed.data as RouteResponse<R>;
  throw new ServerAway(
    'The server sent an answer that this version does not understand. Both should have the same version.',
    null,
    { cause: parsed.error },
  );
}

/** An error of the server itself, which has an id. Errors of proxies are not about the token. */
const ourError = z.object({
  id: z.enum(Object.keys(errorCatalogue) as ErrorId[]),
  message: z.string(),
});

function toFailure(status: number, headers: Dispatcher.ResponseData['headers'], text: string): Error {
  if (status < 400) {
    const to = describeOrigin(headers.location);
    return new ServerRedirects(
      `The server redirects${to}. That is not followed, as the token would be sent there: set SERVER_URL to the right address.`,
    );
  }
  const said = ourError.safeParse(parseJson(text)).data;
  if (said?.id === 'unauthenticated')
    return new ServerRefusal('The server refuses the token: it was revoked, or belongs to another server.');
  if (said?.id === 'forbidden' || said?.id === 'conflict')
    return new ServerRefusal(`The server refuses: ${said.message}`);
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return new ServerAway(
    `The server answered ${status}${said ? `: ${said.message}` : ''}`,
    Number.isFinite(seconds) ? seconds * 1000 : null,
  );
}

/** Returns the origin of a redirection, without credentials and parameters. */
function describeOrigin(location: string | string[] | undefined): string {
  const text = typeof location === 'string' ? location : '';
  return URL.canParse(text) ? ` to ${new URL(text).origin}` : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toReason(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException & { cause?: Error };
  return message || cause?.message || code || 'unknown';
}
