import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { logChanges } from './changes.ts';
import { lockChunks } from './chunks.ts';
import { removePoints } from './delete.ts';
import { mergeIntoChunks } from './merge.ts';
import { clipPoints, latestTime, type Points } from './points.ts';
import { readPoints, scanPoints } from './read.ts';

/** Replaces all points of a tag from a time on with the given ones. Equal points stay. */
export async function replacePoints(db: Db, tagId: number, from: number, points: Points): Promise<void> {
  await withTransaction(db, async (trx) => {
    await lockChunks(trx, [tagId]);
    const changedFrom = await firstDifference(
      [await readPoints(trx, tagId, from)][Symbol.iterator](),
      [points][Symbol.iterator](),
    );
    if (changedFrom === null) return;
    await removePoints(trx, tagId, changedFrom, latestTime + 1);
    const added = clipPoints(points, changedFrom, latestTime + 1);
    if (added.times.length > 0) await mergeIntoChunks(trx, [{ tagId, points: added }]);
    await logChanges(trx, [{ tagId, changedFrom }]);
  });
}

/**
 * Opens a staging area for points. Each call opens a new one, so that two runs of a command never mix.
 * @param owner id of the command.
 * @returns its id, a negative number: the points are stored under a tag id that no tag has.
 */
export async function openStaging(trx: Db, owner: string): Promise<number> {
  const { id } = await trx
    .insertInto('staged_series')
    .values({ owner })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds points to a staging area; times must ascend over all calls. */
export async function stagePoints(trx: Db, staging: number, points: Points): Promise<void> {
  if (points.times.length > 0) await mergeIntoChunks(trx, [{ tagId: staging, points }]);
}

/** Deletes all staging areas of an owner. */
export async function dropStaged(trx: Db, owner: string): Promise<void> {
  await sql`
    with staged as (delete from staged_series where owner = ${owner} returning id)
    delete from data_point_chunk where tag_id in (select id from staged)`.execute(trx);
}

/** Replaces all points of a tag with those of a staging area, in the caller's transaction. */
export async function swapStaged(trx: Db, tagId: number, staging: number): Promise<void> {
  await lockChunks(trx, [tagId]);
  const changedFrom = await firstDifference(scanPoints(trx, tagId), scanPoints(trx, staging));
  if (changedFrom !== null) {
    await sql`delete from data_point_hot where tag_id = ${tagId}`.execute(trx);
    await sql`delete from data_point_chunk where tag_id = ${tagId}`.execute(trx);
    await sql`
      insert into data_point_chunk
        (tag_id, t0, t1, n, valid, worst_quality, vmin, vmax, vsum, vfirst, vlast, format, data)
      select ${tagId}::int, t0, t1, n, valid, worst_quality, vmin, vmax, vsum, vfirst, vlast, format, data
      from data_point_chunk where tag_id = ${staging}`.execute(trx);
    await logChanges(trx, [{ tagId, changedFrom }]);
  }
}

type Blocks = AsyncIterator<Points> | Iterator<Points>;

/** The earliest time at which two series of good points differ; null when they are equal. */
async function firstDifference(a: Blocks, b: Blocks): Promise<number | null> {
  const left = new Cursor(a);
  const right = new Cursor(b);
  for (;;) {
    await left.fill();
    await right.fill();
    if (left.time !== right.time || left.value !== right.value || left.quality !== right.quality) {
      return Math.min(left.time, right.time);
    }
    if (left.time === Number.POSITIVE_INFINITY) return null;
    left.next();
    right.next();
  }
}

/** Iterates over the points of blocks; the time is infinite at the end. */
class Cursor {
  readonly #blocks: Blocks;
  #points: Points | null = null;
  #index = 0;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
  }

  get time(): number {
    return this.#points?.times[this.#index] ?? Number.POSITIVE_INFINITY;
  }

  get value(): number | undefined {
    return this.#points?.values[this.#index];
  }

  get quality(): number {
    return this.#points?.qualities?.[this.#index] ?? 0;
  }

  next(): void {
    this.#index++;
  }

  /** Loads the next block if the current one is used up. */
  async fill(): Promise<void> {
    while (this.#points === null || this.#index >= this.#points.times.length) {
      const { value, done } = await this.#blocks.next();
      if (done) return;
      this.#points = value;
      this.#index = 0;
    }
  }
}
