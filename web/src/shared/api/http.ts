import type { sessionHeaders, validateSession } from '@twinward/contracts/access/session';
import type { cappedHeader, Page, totalHeader } from '@twinward/contracts/core/list';
import type {
  RouteBodyInput,
  RouteContract,
  RouteKey,
  RouteParamsInput,
  RouteQueryInput,
  RouteResponse,
} from '@twinward/contracts/core/route';
import { withBasePath } from '../address/base-path.ts';
import { type Credentials, endSession, readCredentials, sessionExpired } from '../session/credentials.ts';
import { recordRestriction } from '../session/restriction.ts';
import { ApiError, readError } from './api-error.ts';
import { getIdempotencyKey } from './idempotency.ts';

/**
 * The typed client of the API. Contracts are imported as types only, so that their schemas stay out of the initial
 * bundle; names fixed by contracts are checked against their literal types.
 */

const headerNames: typeof sessionHeaders = { session: 'sessid', database: 'dbname' };
const total: typeof totalHeader = 'x-paging-total-records';
const capped: typeof cappedHeader = 'x-paging-total-capped';

/** Calls for which 401 is a regular answer rather than the end of the session. */
const exempt: ReadonlySet<string> = new Set([
  'POST /api/login',
  'POST /api/login/external',
  'POST /api/login/second-factor',
  'POST /api/settings/security/test',
  'GET /api/validateSession',
]);

/** Path parameters are text; numbers and booleans are accepted too. */
type Address<T> = { [K in keyof T]: T[K] | (string extends T[K] ? number | boolean : never) };
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** The parameters in the address of a call. */
export type AddressOptions<R extends RouteContract> = Part<'params', Address<RouteParamsInput<R>>> &
  Part<'query', Address<RouteQueryInput<R>>>;
export type CallOptions<R extends RouteContract> = AddressOptions<R> &
  Part<'body', RouteBodyInput<R>> & { signal?: AbortSignal; headers?: Record<string, string> };

/** The arguments of a call: none if it has neither params, query nor body. */
export type Options<R extends RouteContract, Rest extends unknown[] = []> =
  Record<string, never> extends CallOptions<R>
    ? [options?: CallOptions<R>, ...Partial<Rest>]
    : [options: CallOptions<R>, ...Partial<Rest>];

interface Given {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Makes a call and reads its JSON: `call<typeof getTwin>('GET /api/twins/:id', { params: { id } })`. */
export async function call<R extends RouteContract>(
  key: RouteKey<R>,
  ...[options]: Options<R>
): Promise<RouteResponse<R>> {
  const response = await request(key, options as Given | undefined);
  if (response.status === 204) return undefined as RouteResponse<R>;
  return (await response.json()) as RouteResponse<R>;
}

/** The page that a list call returns. */
export type RoutePage<R extends RouteContract> = Page<RouteResponse<R> extends (infer Item)[] ? Item : never>;

/** Makes a list call and returns its page: the records, the total count, and whether more match. */
export async function callList<R extends RouteContract & { paged: true }>(
  key: RouteKey<R>,
  ...[options]: Options<R>
): Promise<RoutePage<R>> {
  const response = await request(key, options as Given | undefined);
  const records = (await response.json()) as RoutePage<R>['records'];
  return {
    records,
    total: Number(response.headers.get(total) ?? records.length),
    ...(response.headers.get(capped) === 'true' ? { capped: true } : {}),
  };
}

/** Makes a call and returns the raw response, for files and streams. */
export function send<R extends RouteContract>(key: RouteKey<R>, ...[options]: Options<R>): Promise<Response> {
  return request(key, options as Given | undefined);
}

/**
 * Sends a request and handles 401: on the sign-in page the call never resolves; otherwise the session is validated, and
 * the call is repeated if it is valid or the session ended if not.
 */
async function request(key: string, given: Given = {}, isRetry = false): Promise<Response> {
  const response = await attempt(key, given);
  if (response.ok) return response;
  // Calls with the token of a display do not belong to the user's session.
  if (response.status === 401 && !exempt.has(key) && given.headers?.[headerNames.session] === undefined) {
    if (window.location.pathname === withBasePath('/signin')) return new Promise(() => {});
    if (!isRetry && (await isSessionGood())) return request(key, given, true);
    endSession(sessionExpired);
  }
  const error = await readError(response);
  recordRestriction(error.body.id);
  throw error;
}

let validation: Promise<boolean> | null = null;

/** Concurrent failures share one validation. */
function isSessionGood(): Promise<boolean> {
  validation ??= call<typeof validateSession>('GET /api/validateSession')
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.isRefusal) return false;
        throw error;
      },
    )
    .finally(() => {
      validation = null;
    });
  return validation;
}

async function attempt(key: string, given: Given): Promise<Response> {
  const [method = 'GET', path = '/'] = key.split(' ');
  const url = withBasePath(address(path, given));
  const isForm = given.body instanceof FormData;
  const body = isForm ? (given.body as FormData) : JSON.stringify(given.body);
  const isKeyed = method === 'POST' && !isForm && !exempt.has(key);
  const idempotency = isKeyed ? getIdempotencyKey(`${url} ${body}`) : null;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...sessionHeaderValues(),
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(idempotency && { 'idempotency-key': idempotency.value }),
        ...given.headers,
      },
      ...(body !== undefined && { body }),
      ...(given.signal && { signal: given.signal }),
    });
    idempotency?.settle(response.status);
    return response;
  } catch (cause) {
    idempotency?.settle(null);
    if (given.signal?.aborted) throw cause;
    throw new ApiError(
      0,
      { title: 'No connection', message: 'The server cannot be reached. Check the connection and retry.' },
      { cause },
    );
  }
}

/** The session headers, for requests that do not use this client. */
export function sessionHeaderValues(): Record<string, string> {
  const credentials = readCredentials();
  return credentials === null ? {} : toHeaders(credentials);
}

/** The session headers of a session or of the token of a display. */
export const toHeaders = ({ sessionId, databaseName }: Credentials): Record<string, string> => ({
  [headerNames.session]: base64(sessionId),
  [headerNames.database]: base64(databaseName),
});

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function address(path: string, { params = {}, query = {} }: Given): string {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
