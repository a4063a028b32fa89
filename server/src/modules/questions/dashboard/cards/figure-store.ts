import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';
import { binNumber, dateBin } from '../../../../platform/database/date-bin.ts';
import type { Span, Variables } from './scope.ts';
import { inScope, isNarrowed } from './scope-store.ts';

const countTwins = (condition: RawBuilder<SqlBool>) => (variables: Variables) =>
  sql`select count(*) from twin where ${condition} and ${inScope(sql`twin.id`, variables)}`;

const sumProtections = (sum: RawBuilder<unknown>, condition: RawBuilder<SqlBool>) => (variables: Variables) =>
  sql`select ${sum} from protection join twin on twin.id = twin_id
    where twin.active and ${condition} and ${inScope(sql`twin_id`, variables)}`;

/**
 * Statements for the current value of each figure whose changes are stored in `figure_change`. They use the same
 * database functions as the triggers.
 */
const kept = {
  'twins-above-zero': countTwins(sql`counts_above_zero(twin)`),
  'silent-twins': countTwins(sql`counts_as_silent(twin)`),
  'stale-protections': sumProtections(sql`count(*)`, sql`counts_as_stale(protection)`),
  'failed-protections': sumProtections(sql`count(*)`, sql`counts_as_failed(protection)`),
  'stale-inputs': sumProtections(sql`coalesce(sum(count_stale_inputs(protection)), 0)`, sql`true`),
  'overdue-advisories': (variables) => sql`
    select count(*) from advisory
    where counts_as_overdue(advisory, now()) and ${inScope(sql`advisory.twin_id`, variables)}`,
} satisfies Record<string, (variables: Variables) => RawBuilder<unknown>>;
type Kept = keyof typeof kept;

const isKept = (figure: Counted): figure is Kept => figure in kept;

/** A time span divided into equal parts, over which a count is calculated. */
interface Course extends Span {
  parts: number;
  /**
   * Whether the span ends now. Then it includes times after this clock: the clock of the database, and times of points,
   * may be ahead.
   */
  isToNow: boolean;
}

const end = ({ to, isToNow }: Course) =>
  isToNow ? sql`'infinity'::timestamptz` : sql`${new Date(to)}::timestamptz`;

const dayLength = 24 * 3_600_000;

/** Returns the condition that a column refers to a row of a table whose twin matches the variables. */
const refersInScope = (column: RawBuilder<unknown>, table: RawBuilder<unknown>, variables: Variables) =>
  isNarrowed(variables)
    ? sql`${column} in (select id from ${table} where ${inScope(sql`twin_id`, variables)})`
    : sql`true`;

/**
 * Statements for figures whose history follows from stored times. Each row has a time `at`, and the change of the count
 * at that time. Rows that both start and end before the course may be omitted.
 */
const steps = {
  // Each part of the condition has an index: an excursion that started over 24 hours before the course and ended in it
  // took longer than that.
  'open-excursions': (course, variables) => sql`
    select at, change from excursion, lateral (values (start_at, 1), (end_at, -1)) as step (at, change)
    where at is not null and start_at < ${end(course)} and (start_at >= ${new Date(course.from - dayLength)}
        or end_at is null or (end_at >= ${new Date(course.from)} and end_at - start_at > interval '24 hours'))
      and ${refersInScope(sql`protection_id`, sql`protection`, variables)}`,
  'active-advisories': (course, variables) => sql`
    select at, (to_state = 'active')::int - coalesce(from_state = 'active', false)::int as change from advisory_change
    where to_state is not null and at < ${end(course)}
      and ${refersInScope(sql`advisory_id`, sql`advisory`, variables)}`,
} satisfies Record<string, (course: Course, variables: Variables) => RawBuilder<unknown>>;

export type Counted = Kept | keyof typeof steps;
export const isCounted = (figure: string): figure is Counted => figure in kept || figure in steps;

/** Selects the current figure, in a row without a time, and its changes from the start of a course until now. */
const stepsOfKept = (figure: Kept, { from }: Course, variables: Variables) => sql`
  select null::timestamptz as at, (${kept[figure](variables)}) as change
  union all
  select at, change from figure_change
  where figure = ${figure} and at >= ${new Date(from)} and at <= now() and ${inScope(sql`twin_id`, variables)}`;

/**
 * Calculates a figure at the start of a course and at the end of each part; null if it is unknown.
 * @returns one number more than there are parts
 */
export async function countAtTimes(
  db: Db,
  figure: Counted,
  course: Course,
  variables: Variables,
): Promise<(number | null)[]> {
  const { parts, isToNow } = course;
  const width = (course.to - course.from) / parts;
  const from = new Date(course.from);
  const { rows } = await sql<{ start: Date | null; change: number }>`
    select case when at >= ${from} then ${dateBin(sql`at`, width, from)} end as start, sum(change)::int as change
    from (${isKept(figure) ? stepsOfKept(figure, course, variables) : steps[figure](course, variables)}) as step
    group by 1`.execute(db);
  const changes = new Array<number>(parts + 1).fill(0);
  for (const { start, change } of rows) {
    const place = start === null ? 0 : 1 + binNumber(start, width, from);
    if (place <= parts || isToNow) changes[Math.min(parts, place)]! += change;
    // The value at the start is the current value minus all later changes.
    if (isKept(figure) && place > 0) changes[0]! -= change;
  }
  const since = isKept(figure) ? await selectKnownSince(db, figure) : null;
  let counted = 0;
  return changes.map((change, place) => {
    counted += change;
    return since === null || course.from + place * width >= since.getTime() ? counted : null;
  });
}

/** Selects the time since which the changes of a figure are stored. */
async function selectKnownSince(db: Db, figure: Kept): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    select known_since as since from kept_figure where figure = ${figure}`.execute(db);
  return rows[0]!.since;
}

/** Figures that count events by their time. */
const happenings = {
  excursions: {
    rows: sql`excursion join protection on protection.id = protection_id`,
    bare: sql`excursion`,
    time: sql`start_at`,
  },
  'new-advisories': { rows: sql`advisory`, bare: sql`advisory`, time: sql`created_at` },
};
export type Happening = keyof typeof happenings;

/** Returns the rows of an event type in the span [from, to). */
function happenedIn(happening: Happening, { from, to }: Span, variables: Variables): RawBuilder<unknown> {
  const { rows, bare, time } = happenings[happening];
  const during = sql`${time} >= ${new Date(from)} and ${time} < ${new Date(to)}`;
  return isNarrowed(variables)
    ? sql`${rows} where ${during} and ${inScope(sql`twin_id`, variables)}`
    : sql`${bare} where ${during}`;
}

export async function countHappenings(
  db: Db,
  happening: Happening,
  span: Span,
  variables: Variables,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${happenedIn(happening, span, variables)}`.execute(db);
  return rows[0]!.count;
}

/** Counts events in each of a number of equal parts of a span. */
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
  // Interval widths are whole microseconds in PostgreSQL, so the remainder is counted in the last part.
  for (const { start, count: counted } of rows)
    counts[Math.min(parts - 1, binNumber(start, width, from))]! += counted;
  return counts;
}
