import { laterPage } from '../by-change.ts';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { type HttpAnswer, onOrigin, send } from '../http-client.ts';
import { toJsonObject } from '../json-object.ts';
import { type Settings, toSettings } from './config.ts';

/** Client of the JSON API of Maximo (`lean=1`): pages of object structures, and creation of service requests. */

export type Row = Readonly<Record<string, unknown>>;

interface Query {
  select: readonly string[];
  where?: string;
  /** Such as `+changedate`. */
  orderBy?: string;
  pageSize: number;
}

export interface Page {
  rows: Row[];
  next: URL | null;
}

/** Quotes a text for a where clause. */
export const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

export const timeLiteral = (time: number): string =>
  `"${new Date(Math.floor(time / 1000) * 1000).toISOString().replace('.000Z', '+00:00')}"`;

export class MaximoClient {
  readonly settings: Settings;
  readonly #call: ConnectorCall;
  /** Cookies of the session, so that each call doesn't start a new one. */
  readonly #cookies = new Map<string, string>();

  constructor(call: ConnectorCall) {
    this.#call = call;
    this.settings = toSettings(call.configuration);
  }

  /** @param structure such as `mxapiasset` */
  async page(structure: string, query: Query): Promise<Page> {
    return toPage(this.settings.base, await this.#get(this.#url(structure, query)));
  }

  /** Reads a page by the address that the server returned. */
  async next(address: URL): Promise<Page> {
    return toPage(this.settings.base, await laterPage(this.#get(address)));
  }

  /** Returns the Date header of a response. */
  async ping(structure: string): Promise<string | undefined> {
    const answer = await this.#get(this.#url(structure, { select: ['href'], pageSize: 1 }));
    toPage(this.settings.base, answer);
    return answer.headers.date;
  }

  /** @param properties to return of the created record */
  async create(structure: string, body: Row, properties: readonly string[]): Promise<Row> {
    const url = new URL(`${this.settings.base}/os/${structure}?lean=1`);
    const answer = await this.#send('POST', url, {
      headers: { 'content-type': 'application/json', properties: properties.join(',') },
      body: JSON.stringify(body),
    });
    return toJsonObject(answer.json());
  }

  #url(structure: string, { select, where, orderBy, pageSize }: Query): URL {
    const url = new URL(`${this.settings.base}/os/${structure}`);
    const options: [string, string | undefined][] = [
      ['lean', '1'],
      ['oslc.select', select.join(',')],
      ['oslc.where', where],
      ['oslc.orderBy', orderBy],
      ['oslc.pageSize', String(pageSize)],
    ];
    url.search = options
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
      .join('&');
    return url;
  }

  #get(url: URL): Promise<HttpAnswer> {
    return this.#send('GET', url, {});
  }

  async #send(
    method: 'GET' | 'POST',
    url: URL,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string },
  ): Promise<HttpAnswer> {
    const { apikey, user, password } = this.settings;
    const answer = await send(this.#call, {
      method,
      url,
      headers: {
        accept: 'application/json',
        ...(apikey !== null
          ? { apikey }
          : { maxauth: Buffer.from(`${user}:${password}`).toString('base64') }),
        ...(this.#cookies.size > 0 && { cookie: [...this.#cookies.values()].join('; ') }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      readError,
    });
    for (const cookie of answer.cookies) this.#cookies.set(cookie.split('=', 1)[0]!, cookie);
    return answer;
  }
}

function toPage(base: string, answer: HttpAnswer): Page {
  const body = answer.json() as {
    member?: unknown;
    responseInfo?: { nextPage?: { href?: unknown } };
  } | null;
  if (!Array.isArray(body?.member))
    throw new ConnectorFailure('protocol', 'The answer has no list of records (member).');
  const next = body.responseInfo?.nextPage?.href;
  return { rows: body.member as Row[], next: typeof next === 'string' ? onOrigin(base, next) : null };
}

/** The message of an error with its code: `BMXAA4087E`. */
function readError(body: unknown): string | null {
  const { Error: error } = (body ?? {}) as { Error?: { reasonCode?: string; message?: string } };
  if (!error?.message) return null;
  const { message, reasonCode } = error;
  return reasonCode && !message.startsWith(reasonCode) ? `${reasonCode} - ${message}` : message;
}
