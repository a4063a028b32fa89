import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { type HttpAnswer, type HttpRequest, send } from '../http-client.ts';
import { toSettings } from './config.ts';

/** Calls of PI Web API. A response with status 200 may contain an error, which is thrown as a failure. */

type Parameters = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Maximum length of the parameters in a URL: servers and proxies reject longer ones. */
const longestQuery = 6000;
/** Maximum number of points in one call. */
const mostPoints = 100;

/** A response with several items. */
export interface Envelope<T> {
  Items?: T[];
}

/** The errors of a response. */
interface Errors {
  Errors?: unknown;
  Message?: unknown;
  WebException?: { StatusCode?: number; Errors?: unknown } | null;
}

/** The address of a resource. */
export function toResourceAddress(call: ConnectorCall, path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.size > 0 ? `?${query}` : '';
  return `${toSettings(call.configuration).server}/${path}${text}`;
}

/** @throws ConnectorFailure */
export async function get<T>(
  call: ConnectorCall,
  path: string,
  parameters?: Parameters,
  options: Pick<HttpRequest, 'timeout'> = {},
): Promise<T> {
  const answer = await request(call, {
    ...options,
    method: 'GET',
    url: toResourceAddress(call, path, parameters),
  });
  return checked<T>(answer.json());
}

/** @throws ConnectorFailure */
export async function post<T>(
  call: ConnectorCall,
  path: string,
  parameters: Parameters = {},
  body: unknown = undefined,
): Promise<T> {
  const answer = await request(call, {
    method: 'POST',
    url: toResourceAddress(call, path, parameters),
    // Without it PI Web API takes a write for a forged one of a browser.
    headers: { 'X-Requested-With': 'Twinward', 'Content-Type': 'application/json' },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  return checked<T>(answer.json());
}

/** Like `get`. Returns null if the resource no longer exists. */
export async function getOrGone<T>(
  call: ConnectorCall,
  path: string,
  parameters: Parameters,
): Promise<T | null> {
  const url = toResourceAddress(call, path, parameters);
  const answer = await request(call, { method: 'GET', url, expected: [404, 409] });
  return answer.status >= 300 ? null : checked<T>(answer.json());
}

interface SubAnswer {
  Status: number;
  Headers?: Record<string, string>;
  Content?: unknown;
}

/**
 * Reads several resources in one call.
 * @param addresses of resources
 * @returns the responses in the same order; null for a resource that does not exist, is invalid, or may not be read
 * @throws ConnectorFailure
 */
export async function getAll<T>(call: ConnectorCall, addresses: readonly string[]): Promise<(T | null)[]> {
  const requests = Object.fromEntries(
    addresses.map((address, index) => [String(index + 1), { Method: 'GET', Resource: address }]),
  );
  const answers = await post<Record<string, SubAnswer>>(call, 'batch', {}, requests);
  return addresses.map((_, index) => {
    const answer = answers[String(index + 1)];
    if (!answer) throw new ConnectorFailure('protocol', 'Part of the answer is missing.');
    const { Status: status, Content: content } = answer;
    if (status === 400 || status === 403 || status === 404) return null;
    if (status >= 300) throw failureOfStatus(status, readError(content));
    return checked<T>(content);
  });
}

async function request(call: ConnectorCall, asked: HttpRequest): Promise<HttpAnswer> {
  const { authorization } = toSettings(call.configuration);
  return send(call, {
    ...asked,
    headers: {
      Accept: 'application/json',
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...asked.headers,
    },
    readError,
  });
}

/** @throws ConnectorFailure for a response that contains an error despite a success status */
export function checked<T>(body: unknown): T {
  if (typeof body !== 'object' || body === null)
    throw new ConnectorFailure('protocol', 'The answer does not come from PI Web API.');
  const { WebException: exception } = body as Errors;
  if (exception) throw failureOfStatus(exception.StatusCode ?? 500, readMessage(exception.Errors));
  const said = readError(body);
  if (said !== null) throw new ConnectorFailure('protocol', `Message from the server: ${said}`);
  return body as T;
}

/** The items of an answer. @throws ConnectorFailure */
export function readItems<T>({ Items: items }: Envelope<T>): T[] {
  if (Array.isArray(items)) return items;
  throw new ConnectorFailure('protocol', 'The answer does not come from PI Web API.');
}

function failureOfStatus(status: number, said: string | null): ConnectorFailure {
  const kind = status === 401 ? 'signIn' : status === 429 || status >= 500 ? 'busy' : 'protocol';
  return new ConnectorFailure(kind, `The server failed (${status})${said === null ? '.' : `: ${said}`}`);
}

function readError(body: unknown): string | null {
  const { Errors: errors, Message: message } = (body ?? {}) as Errors;
  return readMessage(errors) ?? readMessage(message);
}

/** What `Errors` says: texts, or texts for fields; null: nothing. */
export function readMessage(errors: unknown): string | null {
  const texts = [errors ?? []].flat().flatMap((error: unknown) => {
    if (typeof error === 'string') return [error];
    const { FieldName: field, Message: message } = (error ?? {}) as { FieldName?: string; Message?: unknown };
    const said = [message ?? []].flat().join(' ');
    return said === '' ? [] : [field ? `${field}: ${said}` : said];
  });
  return texts.length > 0 ? texts.join(' ') : null;
}

/** Splits items into parts whose names fit into a URL. */
export function divide<T>(all: readonly T[], toName: (one: T) => string): T[][] {
  const parts: T[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const own = encodeURIComponent(toName(one)).length + '&marker='.length;
    const last = parts.at(-1);
    if (!last || length + own > longestQuery || last.length >= mostPoints) {
      parts.push([one]);
      length = own;
    } else {
      last.push(one);
      length += own;
    }
  }
  return parts;
}
