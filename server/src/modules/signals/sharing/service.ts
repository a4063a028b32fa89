import type {
  countSharedPoints,
  listSharedTags,
  readSharedPoints,
  SharedTag,
} from '@twinward/contracts/connections/sharing';
import { maximumSharedPoints } from '@twinward/contracts/connections/sharing';
import type { RouteBody, RouteResponse } from '@twinward/contracts/core/route';
import { qualities } from '@twinward/contracts/signals/data-point';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import {
  latestPoints,
  latestTime,
  type Points,
  readBuckets,
  readNewPoints,
  scanPoints,
} from '../../../series/index.ts';
import { toPointColumns } from '../data-point/service.ts';
import {
  countSharedTags,
  type SharedTagRow,
  type SharerRow,
  selectSharedTags,
  selectSharedTagsByName,
  selectSharer,
} from './store.ts';

const pageSize = 100;
/** Seconds after which a reader should ask a paused connection again. */
const retryAfter = 60;
/** The types of connections whose tokens may read. */
const readingTypes = new Set(['http', 'backend']);

/**
 * Returns the connection that the call's token belongs to.
 * @throws AppError `invalid-request` for a user's session; `forbidden` for a connection of another type; `unavailable`
 *   while it is paused.
 */
export async function getSharer({ tenant, connection }: Actor): Promise<SharerRow> {
  if (!connection) {
    const message = 'Please send the token of a connection: the call names none otherwise.';
    throw new AppError('invalid-request', message);
  }
  const sharer = found(await selectSharer(tenant.db, connection.id), 'Connection');
  if (!readingTypes.has(sharer.type))
    throw new AppError('forbidden', 'Only the token of a connection of type HTTP or Twinward may read.');
  if (sharer.isPaused) {
    const message = `The connection ${sharer.name} is paused. It is read when it is resumed.`;
    throw new AppError('unavailable', message, { retryAfter });
  }
  return sharer;
}

export async function getSharing(db: Db, sharer: SharerRow) {
  return { name: sharer.name, tags: await countSharedTags(db, sharer), time: new Date().toISOString() };
}

export async function listTags(
  db: Db,
  sharer: SharerRow,
  { search, after, names }: RouteBody<typeof listSharedTags>,
): Promise<RouteResponse<typeof listSharedTags>> {
  if (names) return { tags: await describe(db, await selectSharedTagsByName(db, sharer, names)), next: null };
  const words = search.split(/\s+/).filter(Boolean);
  const rows = await selectSharedTags(db, sharer, { words, after, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  return { tags: await describe(db, page), next: rows.length > pageSize ? page.at(-1)!.name : null };
}

async function describe(db: Db, rows: readonly SharedTagRow[]): Promise<SharedTag[]> {
  const latest = await latestPoints(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, description, unit }) => {
    const point = latest.get(id);
    return {
      name,
      description,
      unit,
      time: point?.time ?? null,
      value: point?.value ?? null,
      quality: point ? qualities[point.quality]! : null,
    };
  });
}

/** Returns the tags of a call that may be read, in the order of the call. */
async function permitted<T extends { name: string }>(db: Db, sharer: SharerRow, tags: readonly T[]) {
  const rows = await selectSharedTagsByName(
    db,
    sharer,
    tags.map(({ name }) => name),
  );
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return tags.flatMap((one) => {
    const tagId = ids.get(one.name);
    return tagId === undefined ? [] : [{ ...one, tagId }];
  });
}

export async function readPoints(
  db: Db,
  sharer: SharerRow,
  { tags, to = latestTime + 1 }: RouteBody<typeof readSharedPoints>,
): Promise<RouteResponse<typeof readSharedPoints>> {
  const wanted = await permitted(db, sharer, tags);
  // Reads the new points of all tags, which are few, with one statement.
  const recent = await readNewPoints(
    db,
    wanted.map(({ tagId, from }) => ({ tagId, after: from - 1 })),
  );
  let left = maximumSharedPoints;
  const read: RouteResponse<typeof readSharedPoints> = [];
  for (const { name, tagId, from } of wanted) {
    const none = { times: [], values: [] };
    if (left === 0) {
      read.push({ name, ...none, next: from });
      continue;
    }
    const points = await readNextPoints(db, { tagId, from, to }, recent.get(tagId), left);
    left -= points.times.length;
    read.push({ name, ...toPointColumns(points), next: points.next });
  }
  return read;
}

async function readNextPoints(
  db: Db,
  { tagId, from, to }: { tagId: number; from: number; to: number },
  recent: Points | undefined,
  most: number,
): Promise<Points & { next: number | null }> {
  if (recent) return cut(recent, to, most);
  for await (const block of scanPoints(db, tagId, from, to)) {
    const { next, ...points } = cut(block, to, most);
    return { ...points, next: next ?? block.times.at(-1)! + 1 };
  }
  return { times: new Float64Array(), values: new Float64Array(), qualities: null, next: null };
}

/** Returns the first points before a time. `next` is the time of the first omitted point; null if none exists. */
function cut({ times, values, qualities: codes }: Points, to: number, most: number) {
  const end = times.findIndex((time) => time >= to);
  const length = Math.min(end < 0 ? times.length : end, most);
  return {
    times: times.slice(0, length),
    values: values.slice(0, length),
    qualities: codes?.slice(0, length) ?? null,
    next: length === most && length < times.length && times[length]! < to ? times[length]! : null,
  };
}

export async function countPoints(
  db: Db,
  sharer: SharerRow,
  { tags }: RouteBody<typeof countSharedPoints>,
): Promise<RouteResponse<typeof countSharedPoints>> {
  const counts = [];
  for (const { name, tagId, from, to } of await permitted(db, sharer, tags)) {
    const { count } = to > from ? await readBuckets(db, tagId, from, to, 1) : { count: [] };
    counts.push({ name, count: Array.from(count).reduce((sum, one) => sum + one, 0) });
  }
  return counts;
}
