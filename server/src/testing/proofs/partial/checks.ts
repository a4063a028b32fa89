import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { makeProtection } from '../../factories.ts';
import type { Begun } from './activities.ts';
import type { Caller } from './caller.ts';
import type { Fill } from './limited-disk.ts';
import type { PointRecord } from './logger.ts';
import { operatorAddress, type Plant, type Watch } from './plant.ts';
import { compareFirings, type Firing, type Reckoned, reckon, toSpanText } from './reckoning.ts';
import type { Point } from './signal.ts';

const settleInterval = 500;
/** Every so many looks it is logged what is left. */
const looksPerLog = 40;

/** Waits until all that was begun is done: evaluation, timers, held points, notifications, advisories, commands. */
export async function whenSettled(db: Db, log: (line: string) => void): Promise<void> {
  for (let look = 1; ; look++) {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*) from point_change) as changes, (select count(*) from evaluation_due) as evaluations,
      (select count(*) from calculation_due) as calculations,
      (select count(*) from data_point_early
        where time < extract(epoch from now() + interval '1 day') * 1000) as "held points",
      (select count(*) from protection where next_change_at < now() + interval '1 minute') as timers,
      (select count(*) from notification_event) as events,
      (select count(*) from action_firing where handled_at is null) as firings,
      (select count(*) from command where status in ('queued', 'running')) as commands`.execute(db);
    const left = Object.entries(rows[0]!).filter(([, count]) => count > 0);
    if (left.length === 0) return;
    if (look % looksPerLog === 0) log(`left: ${left.map(([name, count]) => `${count} ${name}`).join(', ')}`);
    await sleep(settleInterval);
  }
}

/** The points of imports that are done, of which there may be others that never reached the product. */
export async function findImported(db: Db, imports: Begun['imports']): Promise<Point[]> {
  const commands = await db
    .selectFrom('command')
    .select(['target_name', 'status'])
    .where('type', '=', 'import-data-points')
    .execute();
  const done = new Set(commands.filter(({ status }) => status === 'done').map((one) => one.target_name));
  return [...imports].flatMap(([name, points]) => (done.has(name) ? points : []));
}

/** What is wrong with the stored points of a tag. */
export async function checkPoints(
  caller: Caller,
  tagId: number,
  expected: readonly Point[],
): Promise<string[]> {
  const { text } = await caller.insist('GET', `/api/tags/${tagId}/data-points.csv`);
  const stored = text.trimEnd().split('\r\n').slice(1);
  const values = new Map<number, number>();
  for (const line of stored) {
    const [time, value] = line.split(',');
    values.set(Date.parse(time!), Number(value));
  }
  const missing = expected.filter(({ time, value }) => values.get(time) !== value);
  const wrong = [];
  if (missing.length > 0) wrong.push(`tag ${tagId}: ${missing.length} acknowledged points are missing`);
  if (stored.length > expected.length)
    wrong.push(`tag ${tagId}: ${stored.length - expected.length} points are stored that nobody sent`);
  if (values.size < stored.length) wrong.push(`tag ${tagId}: points are stored twice`);
  return wrong;
}

const toMilliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

async function readExcursions(db: Db, protectionId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string; start: number; end: number | null }>`
    select name, ${toMilliseconds('start_at')} as start, ${toMilliseconds('end_at')} as "end"
    from excursion join threshold on threshold.id = threshold_id
    where excursion.protection_id = ${protectionId}`.execute(db);
  return rows.map(({ name, start, end }) => `${name} ${start} ${end}`).sort();
}

async function readLevels(db: Db, protectionId: number): Promise<string[]> {
  const { rows } = await sql<{ at: number; level: number }>`
    select ${toMilliseconds('at')} as at, level from level_change where protection_id = ${protectionId}
    union all select null, level from protection where id = ${protectionId} order by at`.execute(db);
  return rows.map(({ at, level }) => `${at} ${level}`);
}

/** The elements that only one of two lists has, as a sentence; none where they are equal. */
function difference(what: string, actual: readonly string[], expected: readonly string[]): string[] {
  const missing = expected.filter((one) => !actual.includes(one));
  const unwanted = actual.filter((one) => !expected.includes(one));
  if (missing.length + unwanted.length === 0 && actual.length === expected.length) return [];
  const some = (list: readonly string[]) => `${list.length} (${list.slice(0, 3).join('; ')})`;
  return [`${what}: missing ${some(missing)}, unwanted ${some(unwanted)}`];
}

/** Compares what was found live with the reckoning and with an evaluation of the same rules from nothing. */
export async function checkExcursions(
  db: Db,
  watches: readonly Watch[],
  reckoned: ReadonlyMap<number, Reckoned>,
  log: (line: string) => void,
): Promise<string[]> {
  const copies = new Map<Watch, number>();
  for (const watch of watches) {
    const thresholds = await db
      .selectFrom('threshold')
      .select(['name', 'logic', 'level', sql<number>`on_delay`.as('onDelay')])
      .where('protection_id', '=', watch.protectionId)
      .orderBy('position')
      .execute();
    copies.set(watch, await makeProtection(db, { twinId: watch.twinId, thresholds: thresholds as never }));
  }
  await whenSettled(db, log);
  const wrong: string[] = [];
  for (const [{ name, protectionId, thresholds }, copyId] of copies) {
    const found = await readExcursions(db, protectionId);
    const expected = thresholds
      .flatMap((one) =>
        reckoned.get(one.id)!.excursions.map(({ start, end }) => `${one.name} ${start} ${end}`),
      )
      .sort();
    wrong.push(
      ...difference(`excursions of '${name}' by the reckoning`, found, expected),
      ...difference(`excursions of '${name}' from nothing`, found, await readExcursions(db, copyId)),
      ...difference(
        `levels of '${name}' from nothing`,
        await readLevels(db, protectionId),
        await readLevels(db, copyId),
      ),
    );
  }
  return wrong;
}

/** Reckons every threshold, by its id. */
export function reckonAll(watches: readonly Watch[], record: PointRecord): Map<number, Reckoned> {
  return new Map(
    watches.flatMap(({ thresholds, tagIds }) =>
      thresholds.map(({ id, tagId, rule }) => [
        id,
        reckon(record.get(tagId) ?? [], rule, { hasOtherInput: tagIds.length > 1 }),
      ]),
    ),
  );
}

export interface Announced {
  wrong: string[];
  /** How many announcements were due, how many came, and how many of them later points undid. */
  due: number;
  fired: number;
  undone: number;
}

/** Compares announcements with the reckoning, and each action's effect with the announcements. */
export async function checkAnnouncements(
  db: Db,
  plant: Plant,
  reckoned: ReadonlyMap<number, Reckoned>,
): Promise<Announced> {
  const result: Announced = { wrong: [], due: 0, fired: 0, undone: 0 };
  for (const watch of plant.watches) {
    for (const { id, name, acts } of watch.thresholds) {
      if (!acts) continue;
      const firings = await readFirings(db, id, 'notify');
      const { excursions } = reckoned.get(id)!;
      const entering = excursions.filter(({ enters }) => enters);
      const exiting = excursions.filter(({ exits }) => exits);
      result.due += entering.length + exiting.length;
      result.fired += firings.length;
      const starts = new Set(excursions.map(({ start }) => start));
      result.undone += firings.filter(({ start }) => !starts.has(start)).length;
      const wrong = [
        ...compareFirings(reckoned.get(id)!, firings),
        ...(await checkEffects(db, plant.operatorId, id, firings)),
      ];
      result.wrong.push(...wrong.map((one) => `${watch.name}, ${name}: ${one}`));
    }
  }
  return result;
}

async function readFirings(db: Db, thresholdId: number, type: 'notify' | 'advisory'): Promise<Firing[]> {
  const { rows } = await sql<Firing>`
    select ${toMilliseconds('excursion_start')} as start, direction from action_firing
    where threshold_id = ${thresholdId} and type = ${type}`.execute(db);
  return rows;
}

/** Whether each firing had its effects once: a notification, a mail, an occurrence of an advisory. */
async function checkEffects(
  db: Db,
  operatorId: number,
  thresholdId: number,
  firings: readonly Firing[],
): Promise<string[]> {
  const entered = firings.filter(({ direction }) => direction === 'enter').map(({ start }) => String(start));
  const advised = await readFirings(db, thresholdId, 'advisory');
  const { rows: occurrences } = await sql<{ start: number }>`
    select ${toMilliseconds('start_at')} as start
    from advisory_occurrence join advisory on advisory.id = advisory_id
    where threshold_id = ${thresholdId}`.execute(db);
  const { rows: counts } = await sql<{ notifications: number; mails: number }>`
    select (select coalesce(sum(group_count), 0) from notification
        where user_id = ${operatorId} and grouping = ${`threshold:${thresholdId}`}) as notifications,
      (select count(*) from mail where recipient = ${operatorAddress} and subject like '%: ' || (
        select threshold.name || ' of ' || protection.name from threshold
        join protection on protection.id = protection_id where threshold.id = ${thresholdId}) || ' %') as mails`.execute(
    db,
  );
  const count = (what: string, actual: number) =>
    actual === firings.length ? [] : [`${firings.length} announcements, but ${actual} ${what}`];
  return [
    ...difference(
      'advisories asked for',
      advised.map(({ start }) => String(start)),
      entered,
    ),
    ...difference(
      'occurrences of advisories',
      occurrences.map(({ start }) => String(start)),
      entered,
    ),
    ...count('notifications', Number(counts[0]!.notifications)),
    ...count('mails', Number(counts[0]!.mails)),
  ];
}

/** Milliseconds after a disk had room in which the product may still meet and report what it refused. */
const reportLag = 10_000;
const looks = 120;

/** Compares the notices of full disks with the times that the disk was full. */
export async function checkDiskNotices(
  db: Db,
  fills: readonly Fill[],
  refusedAt: readonly number[],
): Promise<{ wrong: string[]; count: number }> {
  for (let look = 1; ; look++) {
    const periods = await db.selectFrom('disk_notice').select(['from_at', 'until_at']).execute();
    const count = await countDiskNotices(db);
    const wrong = count === periods.length ? [] : [`${count} notices of ${periods.length} full disks`];
    const ofFill = ({ from, until }: Fill) =>
      periods.filter(({ from_at, until_at }) => +until_at >= from && +from_at <= until + reportLag);
    for (const fill of fills) {
      const isRefused = refusedAt.some((time) => time >= fill.from && time <= fill.until);
      const number = ofFill(fill).length;
      if (number > 1 || (isRefused && number === 0))
        wrong.push(`the full disk of ${toSpanText(fill.from, fill.until)} has ${number} notices`);
    }
    const unfounded = periods.length - new Set(fills.flatMap(ofFill)).size;
    if (unfounded > 0) wrong.push(`${unfounded} notices of full disks are unfounded`);
    if (wrong.length === 0 || look === looks) return { wrong, count };
    await sleep(settleInterval);
  }
}

/** How often the administrator was notified that the disk had been full. */
async function countDiskNotices(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(group_count), 0)::int as count
    from notification join app_user on app_user.id = user_id
    where grouping = 'disk-full' and user_name = 'admin'`.execute(db);
  return rows[0]!.count;
}

/** Whether the one point of the far future that was sent again and again is held. */
export async function checkFarFuture(db: Db, tagId: number): Promise<string[]> {
  const held = await db.selectFrom('data_point_early').select('time').where('tag_id', '=', tagId).execute();
  return held.length === 1 ? [] : [`tag ${tagId}: ${held.length} points of the far future are held`];
}

/**
 * Counts commands by status. Names those that were acknowledged and are missing, and those that ended without saying
 * why.
 */
export async function checkCommands(
  db: Db,
  acknowledged: ReadonlySet<string>,
): Promise<{ wrong: string[]; counts: Record<string, number> }> {
  const commands = await db.selectFrom('command').select(['id', 'type', 'status', 'error']).execute();
  const counts: Record<string, number> = {};
  for (const { type, status, error } of commands) {
    const key = error === null ? `${type} ${status}` : `${type} ${status}: ${error}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  const wrong = commands
    .filter(({ status, error }) => status !== 'done' && !(status === 'error' && error))
    .map(({ type, status }) => `a command ${type} is ${status} without a reason`);
  const known = new Set(commands.map(({ id }) => id));
  const missing = [...acknowledged].filter((id) => !known.has(id));
  if (missing.length > 0) wrong.push(`${missing.length} acknowledged commands are missing`);
  return { wrong, counts };
}
