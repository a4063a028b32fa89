import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';
import { inScope, type Span, type Variables } from './scope.ts';

async function count(db: Db, query: RawBuilder<{ count: number }>): Promise<number> {
  return (await query.execute(db)).rows[0]!.count;
}

const countTwins = (db: Db, variables: Variables, condition: RawBuilder<SqlBool>) =>
  count(
    db,
    sql`select count(*)::int as count from twin
      where active and ${condition} and ${inScope(sql`twin.id`, variables)}`,
  );

const countProtections = (db: Db, variables: Variables, condition: RawBuilder<SqlBool>) =>
  count(
    db,
    sql`select count(*)::int as count from protection join twin on twin.id = twin_id
      where protection.active and twin.active and ${condition} and ${inScope(sql`twin_id`, variables)}`,
  );

const countAdvisories = (db: Db, variables: Variables, condition: RawBuilder<SqlBool>) =>
  count(
    db,
    sql`select count(*)::int as count from advisory
      where ${condition} and ${inScope(sql`advisory.twin_id`, variables)}`,
  );

/** Figures that are counted as they are now. */
export const counts = {
  'twins-above-zero': (db: Db, variables: Variables) =>
    countTwins(db, variables, sql`level > 0 and silent_since is null`),
  'silent-twins': (db: Db, variables: Variables) => countTwins(db, variables, sql`silent_since is not null`),
  'stale-protections': (db: Db, variables: Variables) => countProtections(db, variables, sql`stale`),
  'failed-protections': (db: Db, variables: Variables) =>
    countProtections(db, variables, sql`(error is not null or set_aside_at is not null)`),
  'stale-inputs': (db: Db, variables: Variables) =>
    count(
      db,
      sql`select coalesce(sum(jsonb_array_length(stale_inputs)), 0)::int as count
        from protection join twin on twin.id = twin_id
        where protection.active and twin.active and ${inScope(sql`twin_id`, variables)}`,
    ),
  'open-excursions': (db: Db, variables: Variables) =>
    count(
      db,
      sql`select count(*)::int as count from excursion join protection on protection.id = protection_id
        where end_at is null and ${inScope(sql`twin_id`, variables)}`,
    ),
  'active-advisories': (db: Db, variables: Variables) =>
    countAdvisories(db, variables, sql`state = 'active'`),
  'overdue-advisories': (db: Db, variables: Variables) =>
    countAdvisories(db, variables, sql`state = 'active' and target_at < now()`),
};

/** Figures that are counted by when something happened. */
export const happenings = {
  excursions: {
    rows: sql`excursion join protection on protection.id = protection_id`,
    bare: sql`excursion`,
    time: sql`start_at`,
  },
  'new-advisories': { rows: sql`advisory`, bare: sql`advisory`, time: sql`created_at` },
};
export type Happening = keyof typeof happenings;

/**
 * How often something happened in each of so many equal parts of a range.
 * @returns counts by part, from 0; parts without any are left out
 */
export async function countByPart(
  db: Db,
  happening: Happening,
  { from, to }: Span,
  parts: number,
  variables: Variables,
  narrowed: boolean,
): Promise<{ part: number; count: number }[]> {
  const { rows, bare, time } = happenings[happening];
  const width = (to - from) / parts / 1000;
  const start = new Date(from);
  const result = await sql<{ part: number; count: number }>`
    select least(floor(extract(epoch from ${time} - ${start})::float8 / ${width}::float8), ${parts - 1}::int)::int as part,
      count(*)::int as count
    from ${narrowed ? rows : bare}
    where ${time} >= ${start} and ${time} < ${new Date(to)}
      and ${narrowed ? inScope(sql`twin_id`, variables) : sql`true`}
    group by 1`.execute(db);
  return result.rows;
}
