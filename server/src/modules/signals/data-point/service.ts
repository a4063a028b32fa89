import { Readable } from 'node:stream';
import {
  type AppendResult,
  type DataPoint,
  maximumPoints,
  type PointSeries,
} from '@twinward/contracts/signals/data-point';
import { converter } from '@twinward/domain/units/convert';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  appendPoints,
  deletePoints,
  latestPoints,
  oldestTimes,
  readSeries,
  scanPoints,
  type TagInput,
  type TagResult,
} from '../../../series/index.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { getEarlyTolerance } from '../../system/setting/service.ts';
import { listUnits } from '../../system/unit/service.ts';
import { assertTags, getTag, getTagName, getTagType, listTagTypes, lockPointTags } from '../tag/service.ts';
import { toBucketColumns, toPointColumns, toTagInput } from './columns.ts';
import { convertSeries, readConversion, refuseUnit } from './convert.ts';
import { formatCsv, type ValueColumn } from './csv.ts';
import { earlyWarning, reportEarly } from './early.ts';

export { toBucketColumns, toPointColumns } from './columns.ts';
export { reportEarly } from './early.ts';

const audit = new EntityAudit('data points');

/** Epoch milliseconds, from <= time < to. By default from the oldest point to the latest, inclusive. */
export interface TimeRange {
  from?: number | undefined;
  to?: number | undefined;
}

/** Points of one tag as received. */
export interface NewPoints {
  tagId: number;
  points: readonly DataPoint[];
}

/**
 * Stores points of many tags in one transaction; they are durable when the promise resolves. Evaluation follows shortly
 * after. Overwritten points are audited.
 * @throws AppError `not-found` for an unknown tag; `conflict` for one that accepts no points.
 */
export async function savePoints(
  db: Db,
  who: AuditActor,
  tags: readonly NewPoints[],
): Promise<AppendResult[]> {
  const inputs = tags.map((tag) => toTagInput(tag.tagId, tag.points));
  const results = await withTransaction(db, async (transaction) => {
    await lockPointTags(
      transaction,
      inputs.map((input) => input.tagId),
    );
    return saveInputsIn(transaction, who, inputs);
  });
  return results.map((result) =>
    result.early === 0 ? result : { ...result, warning: earlyWarning(result.early) },
  );
}

/** Like `savePoints`, in the caller's transaction, which must have locked the tags. */
export async function saveInputsIn(
  db: Db,
  who: AuditActor,
  inputs: readonly TagInput[],
): Promise<TagResult[]> {
  const stored = await appendPoints(db, inputs, { readTolerance: getEarlyTolerance });
  await reportEarly(db, stored);
  await recordReplaced(
    db,
    who,
    stored.map(({ tagId, replaced }, index) => ({ tagId, replaced, times: inputs[index]!.times })),
  );
  return stored;
}

/** The number of a tag's points that were overwritten, with the times of all points of the same write. */
export interface ReplacedPoints {
  tagId: number;
  replaced: number;
  /** Epoch milliseconds, in any order. */
  times: ArrayLike<number>;
}

/** Records in the audit trail which tags had points overwritten. */
export async function recordReplaced(
  db: Db,
  who: AuditActor,
  tags: readonly ReplacedPoints[],
): Promise<void> {
  const overwritten = tags.filter(({ replaced }) => replaced > 0);
  if (overwritten.length === 0) return;
  const names = new Map(
    (
      await listTagTypes(
        db,
        overwritten.map(({ tagId }) => tagId),
      )
    ).map(({ id, name }) => [id, name]),
  );
  const iso = (time: number) => new Date(time).toISOString();
  await audit.recordAll(
    db,
    who,
    'update',
    overwritten.map(({ tagId, ...points }) => ({ id: tagId, name: names.get(tagId)!, ...points })),
    ({ replaced, times }) => ({
      old: {},
      new: {
        replaced,
        from: iso(Array.from(times).reduce((one, other) => Math.min(one, other))),
        to: iso(Array.from(times).reduce((one, other) => Math.max(one, other))),
      },
    }),
  );
}

/**
 * Returns the points of a range: all of them, or merged into buckets if there are more than `most`.
 * @throws AppError `not-found` for an unknown tag; `invalid-request` for a range that ends before it starts, or a unit
 *   of another dimension; `too-large` for more points than the maximum per response.
 */
export async function readRange(
  db: Db,
  tagId: number,
  { unit, ...range }: TimeRange & { unit?: string | undefined },
  most: number | undefined,
): Promise<PointSeries> {
  const tag = await getTagType(db, tagId);
  const conversion = await readConversion(db, tag.unit, unit);
  const { from, to } = await readBounds(db, tagId, range);
  if (from === to) return { tagId, from, to, points: { times: [], values: [] } };
  const series = convertSeries(await readSeries(db, tagId, from, to, most ?? maximumPoints), conversion);
  if (series.kind === 'points') return { tagId, from, to, points: toPointColumns(series.points) };
  if (most === undefined) {
    throw new AppError(
      'too-large',
      `The range has more than ${maximumPoints.toLocaleString('en-US')} points. Ask for buckets, for a shorter range, or for CSV.`,
    );
  }
  return { tagId, from, to, buckets: toBucketColumns(series.buckets) };
}

async function readBounds(db: Db, tagId: number, range: TimeRange): Promise<{ from: number; to: number }> {
  assertOrder(range);
  const from = range.from ?? (await oldestTimes(db, [tagId])).get(tagId) ?? range.to ?? 0;
  const latest = range.to ?? (await latestPoints(db, [tagId])).get(tagId)?.time;
  const to = range.to ?? (latest === undefined ? from : latest + 1);
  return { from, to: Math.max(from, to) };
}

function assertOrder({ from, to }: TimeRange): void {
  if (from === undefined || to === undefined || from <= to) return;
  const message = 'The end of the range must not be before its start.';
  throw new AppError('invalid-request', message, { errors: [{ path: 'to', message }] });
}

/**
 * Returns the points of a range as a stream of CSV, in bounded memory, with the tag's name.
 * @throws AppError `not-found`; `invalid-request` for a range that ends before it starts.
 */
export async function readCsv(
  db: Db,
  tagId: number,
  { unit, ...range }: TimeRange & { unit?: string | undefined },
): Promise<{ tagName: string; csv: Readable }> {
  assertOrder(range);
  const tag = await getTag(db, tagId);
  const columns = await valueColumns(db, tag.unit, unit);
  return {
    tagName: tag.name,
    // Buffers a number of bytes, not of pieces, so that few blocks are read ahead for a slow client.
    csv: Readable.from(formatCsv(scanPoints(db, tagId, range.from, range.to), columns), {
      objectMode: false,
    }),
  };
}

/**
 * Returns the column of stored values and, if another unit is requested, a second column in that unit. A file with both
 * columns cannot be imported by mistake.
 */
async function valueColumns(
  db: Db,
  stored: string | null,
  wanted: string | undefined,
): Promise<ValueColumn[]> {
  const units = new Map((await listUnits(db)).map((unit) => [unit.code, unit]));
  const from = stored === null ? undefined : units.get(stored);
  const heading = (unit: string | null) => (unit === null || unit === '1' ? 'value' : `value (${unit})`);
  const own = { heading: heading(from?.abbreviation ?? stored), convert: (value: number) => value };
  if (wanted === undefined || wanted === stored) return [own];
  const to = units.get(wanted);
  if (from === undefined || to === undefined || from.categoryId !== to.categoryId) {
    refuseUnit();
  }
  return [own, { heading: `value (${to.abbreviation})`, convert: converter(from, to) }];
}

/**
 * Deletes the points of a range, or all points. What reads the tag is re-evaluated.
 * @returns the number of deleted points.
 * @throws AppError `not-found`; `conflict` for a tag whose points cannot be written.
 */
export async function removePoints(actor: Actor, tagId: number, range: TimeRange): Promise<number> {
  assertOrder(range);
  return withTransaction(actor.tenant.db, (db) => removePointsIn(db, actor, tagId, range));
}

/** Like `removePoints`, in the caller's transaction. */
export async function removePointsIn(
  db: Db,
  by: AuditActor,
  tagId: number,
  range: TimeRange,
): Promise<number> {
  const toIsoTime = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  await lockPointTags(db, [tagId]);
  const deleted = await deletePoints(db, tagId, range.from, range.to);
  if (deleted > 0) {
    await audit.record(
      db,
      by,
      'delete',
      { id: tagId, name: await getTagName(db, tagId) },
      { old: { count: deleted, from: toIsoTime(range.from), to: toIsoTime(range.to) } },
    );
  }
  return deleted;
}

/**
 * Returns the time of the oldest point of the tags; null if they have no points.
 * @throws AppError `not-found` for an unknown tag.
 */
export async function getOldestTime(db: Db, tagIds: readonly number[]): Promise<number | null> {
  await assertTags(db, tagIds);
  const times = (await oldestTimes(db, tagIds)).values();
  return [...times].reduce<number | null>((oldest, time) => Math.min(oldest ?? time, time), null);
}
