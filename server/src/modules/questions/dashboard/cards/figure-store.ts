import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';
import { binNumber, dateBin } from '../../../../platform/database/date-bin.ts';
import { inScope, isNarrowed, type Span, type Variables } from './scope.ts';

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

/** From which rows a count is known as it was at any time. */
interface Steps {
  /**
   * The tables after `from` and a condition. Each row has the time `at` and the `change` of the count at that time; what
   * neither began nor ended after the start of the span may be left out.
   */
  rows(span: Span): RawBuilder<unknown>;
  /** The condition that a row belongs to the twins that the variables leave. */
  isInScope(variables: Variables): RawBuilder<SqlBool>;
}

const dayLength = 24 * 3_600_000;

/** Those of `counts` whose past is kept. */
export const steps = {
  'open-excursions': {
    // Each part has an index: what began over 24 hours before the span and ended in it lasted longer than that.
    rows: ({ from, to }) => sql`
      excursion, lateral (values (start_at, 1), (end_at, -1)) as step (at, change)
      where at is not null and start_at < ${new Date(to)} and (start_at >= ${new Date(from - dayLength)}
        or end_at is null or (end_at >= ${new Date(from)} and end_at - start_at > interval '24 hours'))`,
    isInScope: (variables) =>
      sql`protection_id in (select id from protection where ${inScope(sql`twin_id`, variables)})`,
  },
  'active-advisories': {
    rows: ({ to }) => sql`
      advisory_change, lateral (select (to_state = 'active')::int - coalesce(from_state = 'active', false)::int as change)
        as step
      where to_state is not null and at < ${new Date(to)}`,
    isInScope: (variables) =>
      sql`advisory_id in (select id from advisory where ${inScope(sql`twin_id`, variables)})`,
  },
} satisfies Record<string, Steps>;
export type Stepped = keyof typeof steps;

/**
 * A figure as it was at the start of a span and at the end of each of so many equal parts.
 * @returns one number more than there are parts
 */
export async function countAtTimes(
  db: Db,
  figure: Stepped,
  span: Span,
  parts: number,
  variables: Variables,
): Promise<number[]> {
  const { rows, isInScope } = steps[figure];
  const width = (span.to - span.from) / parts;
  const from = new Date(span.from);
  const result = await sql<{ start: Date | null; change: number }>`
    select case when at >= ${from} then ${dateBin(sql`at`, width, from)} end as start,
      sum(change)::int as change
    from ${rows(span)} and ${isNarrowed(variables) ? isInScope(variables) : sql`true`}
    group by 1`.execute(db);
  const changes = new Map(
    result.rows.map(({ start, change }) => [start === null ? 0 : 1 + binNumber(start, width, from), change]),
  );
  let counted = 0;
  return Array.from({ length: parts + 1 }, (_, place) => {
    counted += changes.get(place) ?? 0;
    return counted;
  });
}

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

/** The rows of a happening in a span, after `from`. */
function happenedIn(happening: Happening, { from, to }: Span, variables: Variables): RawBuilder<unknown> {
  const { rows, bare, time } = happenings[happening];
  const during = sql`${time} >= ${new Date(from)} and ${time} < ${new Date(to)}`;
  return isNarrowed(variables)
    ? sql`${rows} where ${during} and ${inScope(sql`twin_id`, variables)}`
    : sql`${bare} where ${during}`;
}

export const countHappenings = (
  db: Db,
  happening: Happening,
  span: Span,
  variables: Variables,
): Promise<number> =>
  count(db, sql`select count(*)::int as count from ${happenedIn(happening, span, variables)}`);

/** How often something happened in each of so many equal parts of a span. */
export async function countByPart(
  db: Db,
  happening: Happening,
  span: Span,
  parts: number,
  variables: Variables,
): Promise<number[]> {
  const width = (span.to - span.from) / parts;
  const from = new Date(span.from);
  const { rows } = await sql<{ start: Date; count: number }>`
    select ${dateBin(happenings[happening].time, width, from)} as start, count(*)::int as count
    from ${happenedIn(happening, span, variables)} group by 1`.execute(db);
  const counts = new Array<number>(parts).fill(0);
  // Widths are whole microseconds in PostgreSQL: what is left over belongs to the last part.
  for (const { start, count: counted } of rows)
    counts[Math.min(parts - 1, binNumber(start, width, from))]! += counted;
  return counts;
}
