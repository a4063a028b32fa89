import { laterPage } from '../by-change.ts';
import { basic } from '../configured.ts';
import { type ConnectorCall, ConnectorFailure } from '../connector.ts';
import { onOrigin, send } from '../http-client.ts';
import { type Settings, toSettings } from './config.ts';
import { type Entry, valueAt } from './mapping.ts';

/** Client that reads lists of entries by the paths of the configuration. */

/** Maximum number of pages, in case a server always returns a next page. */
const mostPages = 10_000;

export class J5Client {
  readonly settings: Settings;
  readonly #call: ConnectorCall;
  /** The Date header of the last response. */
  date: string | undefined;

  constructor(call: ConnectorCall) {
    this.#call = call;
    this.settings = toSettings(call.configuration);
  }

  /** Reads pages of entries. Filters by the time of the change if the path contains the parameter. */
  async *pages(since: number): AsyncGenerator<Entry[]> {
    const { entriesPath, nextField } = this.settings;
    const isCounted = entriesPath.includes('{page}');
    let address = this.#address(since, 1);
    let before = '';
    for (let page = 1; page <= mostPages; page++) {
      const asked = this.#read(address);
      const { entries, next, text } = await (page === 1 ? asked : laterPage(asked));
      // A server without paging returns the same response for every page.
      if (entries.length === 0 || text === before) return;
      yield entries;
      before = text;
      if (next !== null) address = onOrigin(this.settings.base, next);
      else if (nextField === null && isCounted) address = this.#address(since, page + 1);
      else return;
    }
    throw new ConnectorFailure('protocol', `There are more than ${mostPages} pages of entries.`);
  }

  #address(since: number, page: number): URL {
    const { base, entriesPath } = this.settings;
    const root = base.pathname.replace(/\/+$/, '');
    const path = entriesPath
      .replaceAll('{since}', encodeURIComponent(new Date(since).toISOString()))
      .replaceAll('{page}', String(page));
    return new URL(`${base.origin}${root}${path}`);
  }

  async #read(url: URL): Promise<{ entries: Entry[]; next: string | null; text: string }> {
    const { user, password, listField, nextField } = this.settings;
    const answer = await send(this.#call, {
      method: 'GET',
      url,
      headers: { authorization: basic(user, password), accept: 'application/json' },
      readError: findMessage,
    });
    this.date = answer.headers.date;
    const body = answer.json();
    const entries = listField === null ? body : valueAt(body, listField);
    if (!Array.isArray(entries)) {
      const place = listField === null ? '' : ` (${listField})`;
      throw new ConnectorFailure('protocol', `The answer has no list of entries${place}.`);
    }
    const next = nextField === null ? null : valueAt(body, nextField);
    return {
      entries: entries as Entry[],
      next: typeof next === 'string' && next !== '' ? next : null,
      text: answer.text,
    };
  }
}

function findMessage(body: unknown): string | null {
  for (const path of ['message', 'error.message', 'error', 'detail', 'title']) {
    const value = valueAt(body, path);
    if (typeof value === 'string') return value;
  }
  return null;
}
