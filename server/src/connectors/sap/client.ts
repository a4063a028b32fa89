import { laterPage } from '../by-change.ts';
import { basic } from '../configured.ts';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { type HttpAnswer, onOrigin, send } from '../http-client.ts';
import { toJsonObject } from '../json-object.ts';
import { type Settings, toSettings } from './config.ts';

/** Client of OData V2 of SAP Gateway: paged queries, and writes with a CSRF token and the cookies of its session. */

export type Row = Readonly<Record<string, unknown>>;

export interface Query {
  filter?: string;
  orderBy?: string;
  top?: number;
  skip?: number;
  select?: string;
}

/** A page of results. `isComplete` means that the server returned no next page. */
interface Page {
  rows: Row[];
  next: URL | null;
}

/** Quotes a text for a filter. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Formats a time for a filter, rounded down to the whole seconds of change times. */
export const timeLiteral = (time: number): string =>
  `datetimeoffset'${new Date(Math.floor(time / 1000) * 1000).toISOString().replace('.000Z', 'Z')}'`;

interface Session {
  token: string;
  cookies: Map<string, string>;
}

export class SapClient {
  readonly settings: Settings;
  readonly #call: ConnectorCall;
  #session: Session | null = null;

  constructor(call: ConnectorCall) {
    this.#call = call;
    this.settings = toSettings(call.configuration);
  }

  /** @param entity service and entity set, such as `API_EQUIPMENT/Equipment` */
  page(entity: string, query: Query): Promise<Page> {
    return this.#read(this.#url(entity, query));
  }

  /** Reads a page by the address that the server returned. */
  next(address: URL): Promise<Page> {
    return laterPage(this.#read(address));
  }

  /** Returns the Date header of a response. */
  async ping(entity: string): Promise<string | undefined> {
    const url = this.#url(entity, { top: 1 });
    const answer = await this.#send('GET', url);
    toPage(answer.json());
    return answer.headers.date;
  }

  /** Creates an entity and returns it. */
  async create(entity: string, body: Row): Promise<Row> {
    const url = this.#url(entity, {});
    this.#session ??= await this.#startSession(entity);
    let answer = await this.#post(url, body, this.#session);
    if (answer.status === 403) {
      // The token or the session has expired, and nothing was written.
      this.#session = await this.#startSession(entity);
      answer = await this.#post(url, body, this.#session);
      if (answer.status === 403) {
        throw new ConnectorFailure(
          'refused',
          `The server does not allow this (403): ${readError(readJson(answer)) ?? 'it refuses the CSRF token'}`,
        );
      }
    }
    const { d: created } = toJsonObject(answer.json()) as { d?: Row };
    if (!created) throw new ConnectorFailure('protocol', 'The answer has no created entity.');
    return created;
  }

  #url(entity: string, { filter, orderBy, top, skip, select }: Query): URL {
    const url = new URL(`${this.settings.base}/${entity}`);
    const options: [string, string | undefined][] = [
      ['$filter', filter],
      ['$orderby', orderBy],
      ['$top', top?.toString()],
      ['$skip', skip ? String(skip) : undefined],
      ['$select', select],
      ['$format', 'json'],
      ['sap-client', this.settings.client ?? undefined],
      // The codes of states depend on the language.
      ['sap-language', 'EN'],
    ];
    url.search = options
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
      .join('&');
    return url;
  }

  async #read(url: URL): Promise<Page> {
    const { rows, next } = toPage((await this.#send('GET', url)).json());
    return { rows, next: next === null ? null : onOrigin(this.settings.base, next) };
  }

  async #startSession(entity: string): Promise<Session> {
    const answer = await this.#send('GET', this.#url(entity, { top: 1 }), { 'x-csrf-token': 'Fetch' });
    const token = answer.headers['x-csrf-token'];
    if (!token) throw new ConnectorFailure('protocol', 'The server sent no CSRF token.');
    const cookies = new Map<string, string>();
    for (const cookie of answer.cookies) cookies.set(cookie.split('=', 1)[0]!, cookie);
    return { token, cookies };
  }

  #post(url: URL, body: Row, { token, cookies }: Session): Promise<HttpAnswer> {
    const headers = {
      'x-csrf-token': token,
      'content-type': 'application/json',
      ...(cookies.size > 0 && { cookie: [...cookies.values()].join('; ') }),
    };
    return this.#send('POST', url, headers, JSON.stringify(body), [403]);
  }

  #send(
    method: 'GET' | 'POST',
    url: URL,
    headers: Record<string, string> = {},
    body?: string,
    expected: readonly number[] = [],
  ): Promise<HttpAnswer> {
    const { user, password } = this.settings;
    return send(this.#call, {
      method,
      url,
      headers: { authorization: basic(user, password), accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      expected,
      readError,
    });
  }
}

function toPage(body: unknown): { rows: Row[]; next: string | null } {
  const d = (body as { d?: unknown } | null)?.d as
    | { results?: unknown; __next?: unknown }
    | Row[]
    | undefined;
  const rows = Array.isArray(d) ? d : d?.results;
  if (!Array.isArray(rows))
    throw new ConnectorFailure('protocol', 'The answer has no list of entities (d.results).');
  const next = Array.isArray(d) ? null : d?.__next;
  return { rows: rows as Row[], next: typeof next === 'string' ? next : null };
}

interface ErrorBody {
  error?: {
    code?: string;
    message?: { value?: string };
    innererror?: { errordetails?: { message?: string | { value?: string } }[] };
  };
}

/** The message of an error with its details, each once. */
function readError(body: unknown): string | null {
  const { error } = (body ?? {}) as ErrorBody;
  const details = (error?.innererror?.errordetails ?? []).map(({ message }) =>
    typeof message === 'object' ? message.value : message,
  );
  const messages = [error?.message?.value, ...details].filter((message) => !!message);
  if (messages.length === 0) return null;
  return [...new Set(messages)].join('; ') + (error?.code ? ` (${error.code})` : '');
}

function readJson(answer: HttpAnswer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    return null;
  }
}
