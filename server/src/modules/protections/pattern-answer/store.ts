import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { findPage } from '../../../platform/database/list.ts';
import { type DrawnWindow, type SpanRow, selectDrawnSpans } from '../../../platform/database/spans.ts';

/** The last change at or before `from`, and those before `to`. */
const changesIn = (protectionId: number, from: Date, to: Date) => sql<boolean>`
  protection_id = ${protectionId} and at < ${to} and at >= coalesce(
    (select max(at) from pattern_answer_change where protection_id = ${protectionId} and at <= ${from}), ${from})`;

/** Selects a page of the answers of a protection, oldest first. */
export function selectAnswers(
  db: Db,
  protectionId: number,
  { from, to, limit, offset }: { from: Date; to: Date; limit: number; offset: number },
) {
  const changes = db
    .selectFrom('pattern_answer_change')
    .select(['at', 'pattern_id', 'refused'])
    .where(changesIn(protectionId, from, to));
  return findPage(changes, { orderBy: sql`at`, limit, offset });
}

/** Selects the answers merged for a chart, by pattern and start. Points refused by the gate do not split them. */
export function selectAnswerSpans(db: Db, protectionId: number, window: DrawnWindow): Promise<SpanRow[]> {
  const within = changesIn(protectionId, new Date(window.from), new Date(window.to));
  const rows = sql`
    select key, start_at, end_at from (
      select pattern_id as key, at as start_at, lead(at) over (order by at) as end_at from (
        select at, pattern_id, lag(pattern_id) over (order by at) as before, row_number() over (order by at) as number
        from pattern_answer_change where ${within}
      ) as change where number = 1 or before is distinct from pattern_id
    ) as held where key is not null`;
  return selectDrawnSpans(db, rows, window);
}

/** Selects the longest range around a time in which the answer is the same; null if there is no answer at that time. */
export async function selectAnswerAt(
  db: Db,
  protectionId: number,
  time: Date,
): Promise<{ patternId: number; start: Date; end: Date | null } | null> {
  const { rows } = await sql<{ patternId: number; start: Date; end: Date | null }>`
    with held as (
      select at, pattern_id from pattern_answer_change where protection_id = ${protectionId} and at <= ${time}
      order by at desc limit 1)
    select pattern_id as "patternId",
      (select min(at) from pattern_answer_change as same
        where same.protection_id = ${protectionId} and same.at <= held.at and same.at > coalesce(
          (select max(at) from pattern_answer_change as other
            where other.protection_id = ${protectionId} and other.at < held.at
              and other.pattern_id is distinct from held.pattern_id), '-infinity')) as start,
      (select min(at) from pattern_answer_change as next
        where next.protection_id = ${protectionId} and next.at > held.at
          and next.pattern_id is distinct from held.pattern_id) as "end"
    from held where pattern_id is not null`.execute(db);
  return rows[0] ?? null;
}
