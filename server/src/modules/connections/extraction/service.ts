import type { RecordStream, RemoteRecord } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { listAssetKeysOfStream, markAssetsGone } from '../../assets/asset/service.ts';
import { listWorkKeysOfStream, markWorkGone } from '../../work/work/service.ts';
import type { Fence } from '../connection/service.ts';
import { listRefusedPage, updateStream } from '../stream/service.ts';
import { enter } from './import-records.ts';

export { importExtractedRecords } from './import-records.ts';

/** The progress of a stream; times are epoch milliseconds. */
interface StreamProgress {
  watermark: number | null;
  lastCompared: number | null;
}

/** @throws LeaseLost */
export function readProgress(db: Db, fence: Fence, stream: RecordStream): Promise<StreamProgress> {
  return withTransaction(db, async (transaction) => {
    const { watermark, last_compared } = await enter(transaction, fence, stream);
    return { watermark: watermark?.getTime() ?? null, lastCompared: last_compared?.getTime() ?? null };
  });
}

/** @throws LeaseLost */
export const readFromStart = (db: Db, fence: Fence, stream: RecordStream): Promise<void> =>
  updateState(db, fence, stream, { watermark: null });

/**
 * Records that all changes up to now have been read.
 * @throws LeaseLost
 */
export const recordRead = (db: Db, fence: Fence, stream: RecordStream): Promise<void> =>
  updateState(db, fence, stream, { last_read: new Date(), last_error: null });

/** @throws LeaseLost */
export const recordError = (db: Db, fence: Fence, stream: RecordStream, message: string): Promise<void> =>
  updateState(db, fence, stream, { last_error: message, last_error_time: new Date() });

function updateState(
  db: Db,
  fence: Fence,
  stream: RecordStream,
  update: Parameters<typeof updateStream>[2],
): Promise<void> {
  return withTransaction(db, async (transaction) => {
    const { id } = await enter(transaction, fence, stream);
    await updateStream(transaction, id, update);
  });
}

/**
 * Lists the rejected records, by key.
 * @throws LeaseLost
 */
export function listRefused(
  db: Db,
  fence: Fence,
  stream: RecordStream,
  page: Parameters<typeof listRefusedPage>[2],
): Promise<RemoteRecord[]> {
  return withTransaction(db, async (transaction) => {
    const { id } = await enter(transaction, fence, stream);
    return listRefusedPage(transaction, id, page);
  });
}

/**
 * Lists the keys of the records here, with whether they still exist in the other system, as far as is known.
 * @throws LeaseLost
 */
export function listKnownKeys(
  db: Db,
  fence: Fence,
  stream: RecordStream,
): Promise<{ present: string[]; gone: string[] }> {
  return withTransaction(db, async (transaction) => {
    const { id } = await enter(transaction, fence, stream);
    return stream.kind === 'work'
      ? listWorkKeysOfStream(transaction, id)
      : listAssetKeysOfStream(transaction, id);
  });
}

/** Number of records that are marked in one transaction. */
const block = 500;

/**
 * Takes records out of service that no longer exist in the other system; nothing is deleted.
 * @throws LeaseLost
 */
export async function markGone(
  db: Db,
  fence: Fence,
  stream: RecordStream,
  keys: readonly string[],
): Promise<void> {
  const mark = stream.kind === 'work' ? markWorkGone : markAssetsGone;
  for (let start = 0; start === 0 || start < keys.length; start += block) {
    const isLast = start + block >= keys.length;
    await withTransaction(db, async (transaction) => {
      const { id, gone } = await enter(transaction, fence, stream);
      const marked = await mark(transaction, id, keys.slice(start, start + block));
      await updateStream(transaction, id, {
        gone: gone + marked,
        ...(isLast ? { last_compared: new Date() } : {}),
      });
    });
  }
}
