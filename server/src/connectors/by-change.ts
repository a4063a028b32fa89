import { ConnectorFailure } from './connector.ts';

/** A page of rows in order of their changes; `next` reads the page after it; null after the last page. */
export interface ChangePage<Row> {
  rows: readonly Row[];
  next: (() => Promise<ChangePage<Row>>) | null;
}

/** How often rows of one time are read at most: a system may show a row in another way each time. */
const mostPasses = 5;

/**
 * Rows in order of their changes, each at least once. A page begins at the time of the last row before it, not at a
 * position: what is changed meanwhile moves to the end, and nothing takes its place unseen. So no cursor of the system
 * has to last longer than the rows of one time. More of these than a page holds are read by position, and once more until
 * nothing new is among them.
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
  /** Of the rows of one time. */
  let passes = 1;
  let isByPosition = false;
  let hasNew = false;
  let page = await read(since);
  while (true) {
    const fresh = given.size === 0 ? [...page.rows] : page.rows.filter((row) => !given.has(identityOf(row)));
    if (fresh.length > 0) yield fresh;
    hasNew ||= fresh.length > 0;
    const last = page.rows.at(-1);
    const time = last === undefined ? null : timeOf(last);
    const isOfOneTime = time === null || (since !== null && time <= since);
    if (page.next !== null && last !== undefined && isOfOneTime) {
      for (const row of page.rows) given.add(identityOf(row));
      isByPosition = true;
      page = await page.next();
    } else if (isByPosition && hasNew && passes < mostPasses) {
      // A row that was changed meanwhile has left its place, and those after it have moved to places that were read.
      for (const row of page.rows) given.add(identityOf(row));
      passes += 1;
      isByPosition = false;
      hasNew = false;
      page = await read(since);
    } else if (page.next === null || time === null) {
      return;
    } else {
      since = time;
      passes = 1;
      isByPosition = false;
      hasNew = false;
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
