import type { Page } from '@twinward/contracts/core/list';
import {
  type BadActor,
  type ChatteringThreshold,
  type PerformanceWindow,
  performanceWindows,
  type StandingExcursion,
} from '@twinward/contracts/protections/alarm-performance';
import type { Db } from '../../../platform/database/database.ts';
import { listAdvisoryRecords } from '../advisory/service.ts';
import { type PerformanceQuery, selectBadActors, selectChattering, selectStanding } from './store.ts';

export { getAlarmReport } from './report.ts';

/** A window with its end in epoch milliseconds, and a page of the results. */
export interface PerformanceRequest {
  window: PerformanceWindow;
  to: number;
  pageNumber: number;
  pageSize: number;
}

/** Returns the protections with the most excursions, most first. */
export async function listBadActors(db: Db, request: PerformanceRequest): Promise<Page<BadActor>> {
  const { records, total } = await readPage(request, selectBadActors, db, (row) => row);
  const turnedOut = await listAdvisoryRecords(
    db,
    records.map(({ protectionId }) => protectionId),
  );
  return {
    records: records.map((row, index) => ({
      ...row,
      shelvedUntil: iso(row.shelvedUntil),
      latest: row.latest.toISOString(),
      precision: turnedOut[index]!.precision,
    })),
    total,
  };
}

/** Returns the thresholds crossed at least three times within a minute, most often first. */
export async function listChatteringThresholds(
  db: Db,
  request: PerformanceRequest,
): Promise<Page<ChatteringThreshold>> {
  return readPage(request, selectChattering, db, (row) => ({
    ...row,
    shelvedUntil: iso(row.shelvedUntil),
    latest: row.latest.toISOString(),
  }));
}

/**
 * Returns the excursions that have been open for longer than the window, longest first.
 * @param silent only excursions of protections that are silent (true) or not (false)
 */
export async function listStandingExcursions(
  db: Db,
  request: PerformanceRequest,
  silent?: boolean,
): Promise<Page<StandingExcursion>> {
  const select = (handle: Db, query: PerformanceQuery) => selectStanding(handle, query, silent);
  return readPage(request, select, db, (row) => ({
    ...row,
    silentSince: iso(row.silentSince),
    shelvedUntil: iso(row.shelvedUntil),
    start: row.start.toISOString(),
  }));
}

const day = 86_400_000;
const iso = (date: Date | null) => date?.toISOString() ?? null;

async function readPage<Row, Answer>(
  { window, to, pageNumber, pageSize }: PerformanceRequest,
  find: (db: Db, query: PerformanceQuery) => Promise<(Row & { total: number })[]>,
  db: Db,
  answer: (row: Row) => Answer,
): Promise<Page<Answer>> {
  const query = { from: new Date(to - performanceWindows[window] * day), to: new Date(to) };
  const offset = (pageNumber - 1) * pageSize;
  const rows = await find(db, { ...query, limit: pageSize, offset });
  // Beyond the last page, reads the total with the first page.
  const [any] = rows.length === 0 && offset > 0 ? await find(db, { ...query, limit: 1, offset: 0 }) : rows;
  return {
    records: rows.map(({ total: _, ...row }) => answer(row as unknown as Row)),
    total: any?.total ?? 0,
  };
}
