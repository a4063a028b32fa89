import { ConnectorFailure } from './connector.ts';

/** A page of rows in order of their changes. `next` reads the next page; null on the last page. */
export interface ChangePage<Row> {
  rows: readonly Row[];
  next: (() => Promise<ChangePage<Row>>) | null;
}

/** Maximum number of passes over rows with equal times: a system may return a row differently each time. */
const mostPasses = 5;

/**
 * Reads rows in order of their changes, each at least once. A page starts at the change time of the previous page's
 * last row, not at a position: rows that change meanwhile move to the end, and positions would skip the rows that move
 * up. Cursors of the system therefore only need to be valid while rows with equal times are read. If these exceed a
 * page, they are read by position, repeatedly until a pass finds no new row.
 *
 * @param toTime returns the time of the change in epoch milliseconds, or null if unknown
 * @param toIdentity returns equal values for equal states of a record
 */
export async function* byChange<Row>(
  from: number | null,
  read: (since: number | null) => Promise<ChangePage<Row>>,
  toTime: (row: Row) => number | null,
  toIdentity: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let since = from;
  let given = new Set<string>();
  /** Passes over the rows with equal times. */
  let passes = 1;
  let isByPosition = false;
  let hasNew = false;
  let page = await read(since);
  while (true) {
    const fresh = given.size === 0 ? [...page.rows] : page.rows.filter((row) => !given.has(toIdentity(row)));
    if (fresh.length > 0) yield fresh;
    hasNew ||= fresh.length > 0;
    const last = page.rows.at(-1);
    const time = last === undefined ? null : toTime(last);
    const isOfOneTime = time === null || (since !== null && time <= since);
    if (page.next !== null && last !== undefined && isOfOneTime) {
      for (const row of page.rows) given.add(toIdentity(row));
      isByPosition = true;
      page = await page.next();
    } else if (isByPosition && hasNew && passes < mostPasses) {
      // A row that changed meanwhile has moved to the end, so later rows have moved to positions that were already
      // read.
      for (const row of page.rows) given.add(toIdentity(row));
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
      const first = page.rows.findLastIndex((row) => toTime(row) !== time) + 1;
      given = new Set(page.rows.slice(first).map(toIdentity));
      page = await read(since);
    }
  }
}

/**
 * Reads a later page by the system's cursor or position. A page that no longer exists must not stop the connection: the
 * next turn starts again.
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
