import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';

/** The records that the replay writes to; null for what is not replayed. */
export interface ReplayState {
  machine: { twinId: number; temperatureId: number; repairId: number } | null;
  engines: { unit: number; twinId: number; removalId: number; sensorIds: number[] }[];
  /** By column of the recording. */
  process: { tagIds: Record<string, number> } | null;
  /** A past range (from, to] of which only the newest points are written. Epoch milliseconds. */
  gap: { from: number; to: number } | null;
}

/** Times in epoch milliseconds. */
export interface Replay {
  anchor: number;
  until: number;
  state: ReplayState;
}

const nothing: ReplayState = { machine: null, engines: [], process: null, gap: null };

/**
 * Starts the replay at a time, unless it has started.
 * @returns its progress; locked (FOR UPDATE)
 */
export async function beginReplay(trx: Db, at: number): Promise<Replay> {
  const time = new Date(at);
  await trx
    .insertInto('demo_replay')
    .values({ anchor: time, replayed_until: time, state: JSON.stringify(nothing) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await lockReplay(trx))!;
}

export async function hasReplay(db: Db): Promise<boolean> {
  return (await db.selectFrom('demo_replay').select('is_only').executeTakeFirst()) !== undefined;
}

/**
 * Locks the replay (FOR UPDATE).
 * @returns null if none exists, or if `skip` is set while another process replays.
 */
export async function lockReplay(trx: Db, { skip = false } = {}): Promise<Replay | null> {
  const query = trx.selectFrom('demo_replay').selectAll().forUpdate();
  const row = await (skip ? query.skipLocked() : query).executeTakeFirst();
  if (!row) return null;
  return {
    anchor: row.anchor.getTime(),
    until: row.replayed_until.getTime(),
    state: row.state as unknown as ReplayState,
  };
}

export async function updateReplay(trx: Db, { until, state }: Omit<Replay, 'anchor'>): Promise<void> {
  await trx
    .updateTable('demo_replay')
    .set({ replayed_until: new Date(until), state: JSON.stringify(state) })
    .execute();
}

/** Ends the replay. */
export async function deleteReplay(trx: Db): Promise<void> {
  await trx.deleteFrom('demo_replay').execute();
}

/** Whether points of tags, or of tags calculated from them for the twins that they feed, wait for their evaluation. */
export async function hasWaitingPoints(trx: Db, tagIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    with fed as (select distinct twin_id from tag_alias where mapped_tag_id = any(${tagIds}::int[])),
      watched as (select mapped_tag_id as id from tag_alias where twin_id in (select twin_id from fed))
    select exists (
        select from point_change
        where tag_ids && (${tagIds}::int[] || array(select id from watched where id is not null))
      ) or exists (
        select from evaluation_due join protection on protection.id = protection_id
        where twin_id in (select twin_id from fed)
      ) as "isWaiting"`.execute(trx);
  return rows[0]!.isWaiting;
}

/** Selects which of the tags with these ids exist. */
export async function selectExistingTags(trx: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('tag')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export const recordExists = async (trx: Db, table: 'tag' | 'twin', id: number): Promise<boolean> =>
  (await trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
