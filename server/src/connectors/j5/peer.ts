import { HttpPeer, type PeerAnswer, type PeerRequest } from '../testing/http-peer.ts';

/**
 * An in-memory logbook like a plant's j5. j5 has no published interface: this one has the default paths and fields of
 * the connector, which can be changed.
 */

interface LogEntry {
  id: string | number;
  type?: string;
  title?: string;
  status?: string;
  /** Epoch milliseconds. */
  modified: number;
  [name: string]: unknown;
}

export class J5Peer extends HttpPeer {
  readonly user = 'operator';
  readonly password = 'shift hand over';
  readonly entries: LogEntry[] = [];
  pageSize = 50;
  /** Whether it ignores paging and always returns all entries. */
  ignoresPages = false;
  /** Whether it ignores `modifiedSince`. */
  ignoresTime = false;
  /** Whether links.next contains the address of the next page. */
  linksPages = false;
  /** Whether it repeats the last entry of a page on the next one. */
  repeatsEntries = false;

  change(entry: object, values: object): void {
    Object.assign(entry, values, { modified: this.now() });
  }

  protected override answer({ path, query, headers }: PeerRequest): PeerAnswer {
    const expected = `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`;
    if (headers.authorization !== expected) return { status: 401, body: { message: 'Sign in, please.' } };
    if (path !== '/api/entries') return { status: 404, body: { message: 'No such page.' } };
    const since = Date.parse(query.get('modifiedSince') ?? '');
    const found = this.entries.filter(({ modified }) => this.ignoresTime || !(modified < since));
    const page = Number(query.get('page') ?? 1);
    const end = page * this.pageSize;
    const from = (page - 1) * this.pageSize - (this.repeatsEntries && page > 1 ? 1 : 0);
    const shown = this.ignoresPages ? found : found.slice(from, end);
    const next = new URLSearchParams(query);
    next.set('page', String(page + 1));
    return {
      body: {
        items: shown.map((entry) => ({ ...entry, modified: new Date(entry.modified).toISOString() })),
        ...(this.linksPages && end < found.length && { links: { next: `${path}?${next}` } }),
      },
    };
  }
}
