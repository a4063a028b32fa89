import type { ConnectionLogEntry } from '@twinward/contracts/connections/connection';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Db } from '../../../platform/database/database.ts';
import { deleteOldLogEntries, insertLogEntries, type NewLogEntry, selectLogPage } from './log-store.ts';
import { getConnectionHead } from './run.ts';

/** Entries of each connection. */
const kept = 1000;

/** @throws AppError `not-found` */
export async function listLog(
  db: Db,
  connectionId: number,
  request: ListRequest,
): Promise<Page<ConnectionLogEntry>> {
  await getConnectionHead(db, connectionId);
  const { records, total } = await selectLogPage(db, connectionId, request);
  return { records: records.map(({ time, ...entry }) => ({ ...entry, time: time.toISOString() })), total };
}

/** Adds entries and keeps the last 1,000 of each connection; those of deleted connections are ignored. */
export async function addLog(db: Db, entries: readonly NewLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await insertLogEntries(db, entries);
  await deleteOldLogEntries(db, [...new Set(entries.map(({ connectionId }) => connectionId))], kept);
}
