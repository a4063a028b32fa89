import { ConnectorFailure } from './connector.ts';

/** A page of rows in order of their changes; `next` reads the page after it; null after the last page. */
export interface ChangePage<Row> {
  rows: readonly Row[];
  next: (() => Promise<ChangePage<Row>>) | null;
}

/**
 * Rows in order of their changes, each at least once. A page begins at the time of the last row before it, not at a
 * position: what is changed meanwhile moves to the end, and nothing takes its place unseen. So no cursor of the system
 * has to last longer than the rows of one time.
 *
 * @param timeOf of the change, epoch milliseconds; null: unknown
 * @param identityOf equal for equal states of a record
 */
export async function* byChange<Row>(
  from: number | null,
  read: (since: number | null) => Promise<ChangePage<Row>>,
  timeOf: (row: Row) => number | null,
  identityOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let since = from;
  let given = new Set<string>();
  let page = await read(since);
  while (true) {
    const fresh = given.size === 0 ? [...page.rows] : page.rows.filter((row) => !given.has(identityOf(row)));
    if (fresh.length > 0) yield fresh;
    const last = page.rows.at(-1);
    if (page.next === null || last === undefined) return;
    const time = timeOf(last);
    if (time === null || (since !== null && time <= since)) {
      for (const row of page.rows) given.add(identityOf(row));
      page = await page.next();
    } else {
      since = time;
      const first = page.rows.findLastIndex((row) => timeOf(row) !== time) + 1;
      given = new Set(page.rows.slice(first).map(identityOf));
      page = await read(since);
    }
  }
}

/**
 * Reads a page that the system named, or counted, before. One that is no longer there is no reason to wait for a person:
 * the next turn begins anew.
 * @throws ConnectorFailure
 */
export async function laterPage<Page>(read: Promise<Page>): Promise<Page> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ConnectorFailure) || error.kind !== 'refused') throw error;
    throw new ConnectorFailure('protocol', error.message, { cause: error });
  }
}
