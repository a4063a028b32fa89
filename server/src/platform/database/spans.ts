import { reversedRange } from '@twinward/contracts/core/time-range';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Db } from './database.ts';

/** A range in epoch milliseconds. */
export interface TallyRange {
  from: number;
  to: number;
  /** The end of open rows: a time, or a column of the rows that may be null. */
  until: number | RawBuilder<Date | null>;
}

/** A range drawn in a number of columns. */
export interface DrawnWindow extends TallyRange {
  columns: number;
}

/** Times in epoch milliseconds; `count` is the number of merged rows. */
export interface SpanRow {
  key: number;
  start: number;
  end: number;
  count: number;
}

export interface TallyRow {
  key: number;
  count: number;
  /** Duration within the range in milliseconds. */
  duration: number;
  isOpen: boolean;
}

/** @throws AppError `invalid-request` if a range ends before it begins. */
export function checkRange({ from, to }: { from: number; to: number }): void {
  if (from < to) return;
  throw new AppError('invalid-request', reversedRange, {
    errors: [{ path: 'to', message: reversedRange }],
  });
}

/** A row without length belongs to the range in which it begins. */
const within = ({ from, to }: TallyRange) => sql`
  start_at < ${new Date(to)} and (end_at is null or end_at > ${new Date(from)} or start_at >= ${new Date(from)})`;
const milliseconds = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::float8`;
/** The end of a row with `start_at` and `end_at`. An open row that began after `until` has no length. */
export const endExpression = ({ until }: Pick<TallyRange, 'until'>) =>
  sql<Date>`coalesce(end_at, greatest(start_at, ${typeof until === 'number' ? new Date(until) : until}))`;

/**
 * Selects the rows that overlap a range; those with the same key that start in the same column are merged.
 * @param rows a query with the columns `key`, `start_at` and `end_at` (null while open)
 */
export async function selectDrawnSpans(
  db: Db,
  rows: RawBuilder<unknown>,
  window: DrawnWindow,
): Promise<SpanRow[]> {
  const { from, to, columns } = window;
  const width = (to - from) / columns;
  const column = sql`greatest(-1, floor((${milliseconds(sql`start_at`)} - ${from}::float8) / ${width}::float8))`;
  const spans = await sql<SpanRow>`
    select key, ${milliseconds(sql`min(start_at)`)} as start,
      ${milliseconds(sql`max(${endExpression(window)})`)} as end, count(*)::int as count
    from (${rows}) as occurrence where ${within(window)}
    group by key, ${column}
    order by key, start`.execute(db);
  return spans.rows;
}

/**
 * Selects the number of rows of each key that overlap a range, and their total duration in it.
 * @param rows as for `selectDrawnSpans`
 */
export async function selectSpanTallies(
  db: Db,
  rows: RawBuilder<unknown>,
  range: TallyRange,
): Promise<TallyRow[]> {
  const inside = sql`greatest(0,
    ${milliseconds(sql`least(${endExpression(range)}, ${new Date(range.to)})`)}
    - ${milliseconds(sql`greatest(start_at, ${new Date(range.from)})`)})`;
  const tallies = await sql<TallyRow>`
    select key, count(*)::int as count, sum(${inside})::float8 as duration, bool_or(end_at is null) as "isOpen"
    from (${rows}) as occurrence where ${within(range)}
    group by key order by key`.execute(db);
  return tallies.rows;
}
