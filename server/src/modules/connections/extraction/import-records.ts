import { ownedFields } from '@twinward/domain/connections/mapping';
import { z } from 'zod';
import type { RecordStream, RemoteRecord } from '../../../connectors/connector.ts';
import { StreamReset } from '../../../connectors/host/ports.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { storable } from '../../../platform/text.ts';
import { findExtractedAssets, findNamedAssets, saveExtractedAssets } from '../../assets/asset/service.ts';
import { findExtractedWork, saveExtractedWork } from '../../work/work/service.ts';
import { type Fence, lockLease } from '../connection/service.ts';
import {
  countTaken,
  deleteRefused,
  findMapping,
  lockStream,
  type StreamRow,
  upsertRefused,
} from '../stream/service.ts';
import { requestedWorkTaken } from './events.ts';
import { type PlannedAsset, planAssets } from './plan-assets.ts';
import { planWork } from './plan-work.ts';
import type { Refused } from './refused.ts';
import { provideTags } from './tags.ts';

export interface Counts {
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
}

/** How a page of records moves the watermark of its stream. */
export interface Advance {
  /** The watermark that the run knows, epoch milliseconds. If it differs, a user has reset the stream. */
  from: number | null;
  to: number;
}

/**
 * Imports records in one transaction with the watermark; records that cannot be imported are stored with the reason.
 * Idempotent: the same records may come again.
 * @param advance null for records that are retried
 * @throws LeaseLost; StreamReset
 */
export async function importExtractedRecords(
  db: Db,
  fence: Fence,
  stream: RecordStream,
  records: readonly RemoteRecord[],
  advance: Advance | null,
): Promise<Counts> {
  const latest = selectLatest(records);
  try {
    return await importTogether(db, fence, stream, latest, advance);
  } catch (error) {
    if (toReason(error) === null) throw error;
  }
  // One of them failed to be stored: now each has its own transaction, and the watermark is moved last.
  const sum: Counts = { created: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const record of latest) {
    const counts = await importTogether(db, fence, stream, [record], null).catch((error: unknown) => {
      const message = toReason(error);
      if (message === null) throw error;
      return refuse(db, fence, stream, { record, message });
    });
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
  }
  await importTogether(db, fence, stream, [], advance);
  return sum;
}

/** Returns why a record cannot be stored, if the record is the cause; otherwise null. */
function toReason(error: unknown): string | null {
  if (error instanceof AppError) return error.message;
  // Classes of SQLSTATE: data exceptions, and violations of constraints.
  const isOfData = /^2[23]/.test(String((error as { code?: unknown } | null)?.code ?? ''));
  return isOfData ? `It could not be stored: ${(error as Error).message}` : null;
}

const storableRecord = (record: RemoteRecord): RemoteRecord => ({
  ...record,
  key: storable(record.key),
  type: storable(record.type),
  fields: Object.fromEntries(
    Object.entries(record.fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? storable(value) : value,
    ]),
  ),
});

/** Returns when a record was changed, epoch milliseconds; now, if that is unknown. */
const toChangeTime = ({ changedAt }: RemoteRecord, now: number): number =>
  changedAt > 0 ? Math.min(changedAt, now) : now;

/** Returns each record once, in its latest version. */
function selectLatest(records: readonly RemoteRecord[]): RemoteRecord[] {
  const latest = new Map<string, RemoteRecord>();
  for (const record of records.map(storableRecord)) {
    const known = latest.get(record.key);
    if (!known || record.changedAt >= known.changedAt) latest.set(record.key, record);
  }
  return [...latest.values()];
}

function importTogether(
  db: Db,
  fence: Fence,
  stream: RecordStream,
  records: readonly RemoteRecord[],
  advance: Advance | null,
): Promise<Counts> {
  return withTransaction(db, async (transaction) => {
    const row = await enter(transaction, fence, stream);
    if (advance && (row.watermark?.getTime() ?? null) !== advance.from)
      throw new StreamReset('The stream is read again.');
    const taken = stream.kind === 'work' ? importWorkRecords : importAssetRecords;
    const { refused, taken: keys, ...counts } = await taken(transaction, fence.groupId, stream, row, records);
    await upsertRefused(transaction, row.id, refused);
    if (keys.length > 0) await deleteRefused(transaction, row.id, keys);
    await countTaken(transaction, row.id, counts, advance && new Date(advance.to));
    return { ...counts, refused: refused.length };
  });
}

function refuse(db: Db, fence: Fence, stream: RecordStream, refused: Refused): Promise<Counts> {
  return withTransaction(db, async (transaction) => {
    const row = await enter(transaction, fence, stream);
    await upsertRefused(transaction, row.id, [refused]);
    return { created: 0, changed: 0, unchanged: 0, refused: 1 };
  });
}

/** Locks the stream while this run has the lease. */
export async function enter(db: Db, fence: Fence, stream: RecordStream): Promise<StreamRow> {
  await lockLease(db, fence);
  const { rules, classes } = findMapping(stream, undefined);
  const owned = ownedFields(stream.kind, rules, classes.length > 0);
  return lockStream(db, fence.groupId, stream.name, { kind: stream.kind, ownedFields: owned });
}

interface TakenTogether extends Omit<Counts, 'refused'> {
  refused: Refused[];
  /** Keys of the records that were stored. */
  taken: string[];
}

async function importWorkRecords(
  db: Db,
  groupId: number,
  stream: RecordStream,
  row: StreamRow,
  records: readonly RemoteRecord[],
): Promise<TakenTogether> {
  const now = Date.now();
  const { planned, refused } = await planWork(db, findMapping(stream, row), records, now);
  if (planned.length === 0) return { created: 0, changed: 0, unchanged: 0, refused, taken: [] };
  const findTag = await provideTags(
    db,
    groupId,
    planned.map(({ assetId, record: { type } }) => ({ assetId, type })),
  );
  const wanted = planned.map(({ record: { key, type }, assetId, fields }) => ({
    key,
    tagId: findTag({ assetId, type }),
    number: fields.number ?? null,
  }));
  const find = await findExtractedWork(db, row.id, wanted);
  const counts = await saveExtractedWork(
    db,
    planned.map(({ record, fields, isCompletedWithoutTime }, place) => {
      const existing = find(wanted[place]!);
      const completed = isCompletedWithoutTime
        ? (toEpoch(existing?.completed) ?? toChangeTime(record, now))
        : undefined;
      return {
        found: existing,
        taken: {
          tagId: wanted[place]!.tagId,
          source: { streamId: row.id, key: record.key, requestKey: toRequestKey(record.requestKey) },
          fields: completed === undefined ? fields : { ...fields, completed },
        },
      };
    }),
  );
  const requested = planned.flatMap(({ record, fields, state }) =>
    toRequestKey(record.requestKey) === null
      ? []
      : [{ key: record.requestKey!, number: fields.number ?? record.key, state }],
  );
  if (requested.length > 0) await requestedWorkTaken.emit(db, { groupId, work: requested });
  return { ...counts, refused, taken: planned.map(({ record }) => record.key) };
}

/** Returns the key in the form of the database; null for a key of another system. */
const toRequestKey = (key: string | null): string | null => (z.uuid().safeParse(key).success ? key : null);

const toEpoch = (time: string | null | undefined): number | null => (time ? Date.parse(time) : null);

async function importAssetRecords(
  db: Db,
  _groupId: number,
  stream: RecordStream,
  row: StreamRow,
  records: readonly RemoteRecord[],
): Promise<TakenTogether> {
  const { planned, refused } = await planAssets(db, findMapping(stream, row), records);
  // The caller then imports the records one by one, and the second one is rejected.
  if (new Set(planned.map(({ fields }) => fields.uniqueId)).size < planned.length)
    throw new AppError('conflict', 'Two records have the same unique id.');
  const counts = { created: 0, changed: 0, unchanged: 0 };
  const taken: string[] = [];
  const toKey = ({ record, fields }: PlannedAsset) => ({ key: record.key, uniqueId: fields.uniqueId });
  const find = await findExtractedAssets(db, row.id, planned.map(toKey));
  for (const level of groupByLevel(planned)) {
    const names = [...new Set(level.flatMap(({ parent }) => parent ?? []))];
    const parents = await findNamedAssets(db, names);
    const ready: Parameters<typeof saveExtractedAssets>[1][number][] = [];
    for (const plan of level) {
      const { record, fields, parent, isInService } = plan;
      const refuse = (message: string) => void refused.push({ record, message });
      const { asset: found, owner } = find(toKey(plan)) ?? { asset: null, owner: null };
      if (parent && !parents.has(parent)) refuse(`Parent: There is no asset '${parent}'.`);
      else if (owner) {
        refuse(
          `Unique id: ${fields.uniqueId} is already read from ${owner.connectionName}, as ${owner.key}.`,
        );
      } else {
        const outOfServiceAt =
          isInService === false
            ? (found?.outOfServiceAt ?? new Date(toChangeTime(record, Date.now())).toISOString())
            : null;
        const given = {
          ...fields,
          ...(parent === undefined ? {} : { parentId: parent ? parents.get(parent)! : null }),
          ...(isInService === undefined ? {} : { outOfServiceAt }),
        };
        ready.push({ found, taken: { source: { streamId: row.id, key: record.key }, fields: given } });
        taken.push(record.key);
      }
    }
    const { created, changed, unchanged } = await saveExtractedAssets(db, ready);
    counts.created += created;
    counts.changed += changed;
    counts.unchanged += unchanged;
  }
  return { ...counts, refused, taken };
}

/** Groups assets by level: no asset has its parent in the same level. */
function groupByLevel(planned: readonly PlannedAsset[]): PlannedAsset[][] {
  const levels: PlannedAsset[][] = [];
  const levelById = new Map<string, number>();
  // Parents come before their children, except in a cycle.
  for (const plan of planned) {
    const level = plan.parent ? (levelById.get(plan.parent) ?? -1) + 1 : 0;
    levelById.set(plan.fields.uniqueId, level);
    levels[level] ??= [];
    levels[level].push(plan);
  }
  return levels;
}
