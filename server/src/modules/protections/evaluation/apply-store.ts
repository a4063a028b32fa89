import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** A protection whose results are replaced. */
export interface LockedProtection {
  twinId: number;
  active: boolean;
  version: number;
  /** When it is due; null for the beginning, or if it is not due. */
  since: number | null;
  due: boolean;
  parked: boolean;
}

/** Locks the queue row of a protection, then the protection (`FOR NO KEY UPDATE`), in the order of live evaluation. */
export async function lockProtectionAndDue(db: Db, protectionId: number): Promise<LockedProtection | null> {
  await db
    .selectFrom('evaluation_due')
    .select('protection_id')
    .where('protection_id', '=', protectionId)
    .forUpdate()
    .execute();
  const { rows } = await sql<LockedProtection>`
    select twin_id as "twinId", active, definition_version as version, since,
      evaluation_due.protection_id is not null as due, parked is not null as parked
    from protection left join evaluation_due on protection_id = protection.id
    where protection.id = ${protectionId} for no key update of protection`.execute(db);
  return rows[0] ?? null;
}

/** The range of a simulation whose results replace the stored ones. */
interface Replaced {
  from: Date;
  to: Date;
}

/**
 * Replaces the excursions of a protection in a range. Those that are found again keep their ids.
 * @param excursions a query of threshold_id, start_at, end_at, start_known_at, end_known_at
 */
export async function replaceExcursions(
  db: Db,
  protectionId: number,
  { from, to, excursions }: Replaced & { excursions: RawBuilder<unknown> },
): Promise<void> {
  // A single statement, so that all parts see the excursions as they were before. Excursions that are open at the end
  // are not announced later.
  await sql`
    with found as (${excursions}), gone as (
      delete from excursion where protection_id = ${protectionId} and start_at < ${to}
        and (end_at is null or end_at > ${from})
        and (threshold_id, start_at) not in (select threshold_id, start_at from found)
    )
    insert into excursion
      (protection_id, threshold_id, start_at, end_at, start_known_at, end_known_at, announced)
    select ${protectionId}::int, threshold_id, start_at, end_at, start_known_at, end_known_at,
      end_at is null or exists (
        select from excursion as known where known.threshold_id = found.threshold_id and known.announced
          and known.start_at < found.end_at and (known.end_at is null or known.end_at > found.start_at))
    from found order by start_at
    on conflict (threshold_id, start_at) do update set start_known_at = excluded.start_known_at,
      end_at = excluded.end_at, end_known_at = excluded.end_known_at,
      announced = excursion.announced or excluded.announced`.execute(db);
}

/**
 * Replaces the levels of a protection in a range.
 * @param levels a query of at, level, driving_threshold_id; the first was in effect at the start
 */
export async function replaceLevels(
  db: Db,
  protectionId: number,
  { from, to, levels }: Replaced & { levels: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    delete from level_change where protection_id = ${protectionId} and at >= ${from} and at < ${to}`.execute(
    db,
  );
  // The level at the start may be stored already.
  await sql`
    insert into level_change (protection_id, at, level, driving_threshold_id)
    select ${protectionId}::int, at, level, driving_threshold_id from (${levels}) as found
    where at > ${from} or not exists (
      select from (
        select level, driving_threshold_id from level_change
        where protection_id = ${protectionId} and at < ${from} order by at desc limit 1) as held
      where (held.level, held.driving_threshold_id) is not distinct from (found.level, found.driving_threshold_id))
    order by at on conflict (protection_id, at) do nothing`.execute(db);
}

/**
 * Replaces the answers of a protection's model in a range.
 * @param answers a query of at, pattern_id, refused; the first was in effect at the start
 */
export async function replaceAnswers(
  db: Db,
  protectionId: number,
  { from, to, answers }: Replaced & { answers: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    delete from pattern_answer_change where protection_id = ${protectionId} and at >= ${from} and at < ${to}`.execute(
    db,
  );
  // The answer at the start may be stored already.
  await sql`
    insert into pattern_answer_change (protection_id, at, pattern_id, refused)
    select ${protectionId}::int, at, pattern_id, refused from (${answers}) as found
    where at > ${from} or not exists (
      select from (
        select pattern_id from pattern_answer_change
        where protection_id = ${protectionId} and at < ${from} order by at desc limit 1) as held
      where held.pattern_id is not distinct from found.pattern_id)
    order by at on conflict (protection_id, at) do nothing`.execute(db);
}
