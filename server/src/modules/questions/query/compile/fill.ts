import type { QueryFilter } from '@twinward/contracts/questions/query-definition';
import { resolveTime } from '@twinward/domain/queries/relative-time';
import { toWall } from '@twinward/domain/time-zone';
import { type RawBuilder, sql } from 'kysely';
import type { CompiledColumn } from './columns.ts';
import type { Moment } from './conditions.ts';

/** Maximum number of rows that filling gaps may add. */
const maximumFilled = 50_000;

const steps: Readonly<Record<string, string>> = {
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
};
const secondsPerUnit: Readonly<Record<string, number>> = {
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_419_200,
  quarter: 7_776_000,
  year: 31_536_000,
};

/** Returns the time range that filters require for a path, in epoch milliseconds; null means unbounded. */
function findBounds(filters: readonly QueryFilter[], path: string, moment: Moment) {
  const bounds: { from: number | null; to: number | null } = { from: null, to: null };
  for (const filter of filters) {
    if ('filters' in filter || filter.field !== path || typeof filter.value !== 'string') continue;
    const time = resolveTime(filter.value, moment.now, moment.timeZone);
    if (time === null) continue;
    if (filter.operator.startsWith('GreaterThan')) bounds.from = Math.max(time, bounds.from ?? time);
    if (filter.operator === 'LessThan') bounds.to = Math.min(time - 1, bounds.to ?? time - 1);
    if (filter.operator === 'LessThanEqualTo') bounds.to = Math.min(time, bounds.to ?? time);
  }
  // A range with a start in the past and no end extends to now.
  if (bounds.from !== null && bounds.to === null && bounds.from < moment.now) bounds.to = moment.now;
  return bounds;
}

/**
 * Adds rows for periods without records, for each combination of the other groups: from the first to the last period,
 * or to the bounds of the filters. Adds none if they would be too many.
 * @param base statement of the groups, with columns c0, c1, ... and c0_id for a reference
 */
export function fillGaps(
  base: RawBuilder<unknown>,
  columns: readonly CompiledColumn[],
  filters: readonly QueryFilter[],
  moment: Moment,
): RawBuilder<unknown> {
  const time = columns.findIndex(({ toStart }) => toStart !== undefined);
  const { by, toStart, time: field } = columns[time]!;
  const { from, to } = findBounds(filters, field!.path, moment);
  const bound = (at: number | null) => {
    if (at === null) return sql`null`;
    return field!.kind === 'date'
      ? toStart!(sql`${new Date(toWall(at, moment.timeZone)).toISOString().slice(0, 10)}::date`)
      : toStart!(sql`${new Date(at).toISOString()}::timestamptz`);
  };
  const own = sql.ref(`c${time}`);
  const type = by === 'hour' ? sql`timestamptz` : sql`date`;
  const stepped = by === 'hour' ? sql`timestamptz` : sql`timestamp`;
  const names = columns.flatMap(({ id }, index) => (id ? [`c${index}`, `c${index}_id`] : [`c${index}`]));
  const keys = columns.flatMap(({ role, id }, index) => {
    if (role !== 'group' || index === time) return [];
    return id ? [`c${index}`, `c${index}_id`] : [`c${index}`];
  });
  const toEmptyColumn = (name: string): RawBuilder<unknown> => {
    if (name === `c${time}`) return sql`part.at::${type} as ${sql.ref(name)}`;
    return keys.includes(name) ? sql`other.${sql.id(name)}` : sql`null`;
  };
  const selected = columns.flatMap(({ role, empty }, index): RawBuilder<unknown>[] => {
    if (role === 'group') return [];
    const value = sql`max(${sql.ref(`c${index}`)})`;
    return [sql`${empty === 0 ? sql`coalesce(${value}, 0)` : value} as ${sql.ref(`c${index}`)}`];
  });
  const grouped = [`c${time}`, ...keys].map((name) => sql.ref(name));
  const others =
    keys.length === 0
      ? sql`select`
      : sql`select distinct ${sql.join(keys.map((key) => sql.ref(key)))} from base`;
  const step = sql.lit(steps[by!]!);
  return sql`with base as (${base}),
    span as (select least(min(${own}), ${bound(from)}) as first, greatest(max(${own}), ${bound(to)}) as last from base),
    other as (${others}),
    part as (
      select generate_series(first::${stepped}, last::${stepped}, interval ${step}) as at from span
      where extract(epoch from last::timestamp - first::timestamp) / ${sql.lit(secondsPerUnit[by!]!)}
        * (select count(*) from other) <= ${sql.lit(maximumFilled)}),
    every as (
      select ${sql.join(names.map((name) => sql.ref(name)))} from base
      union all
      select ${sql.join(names.map(toEmptyColumn))} from part cross join other)
    select ${sql.join([...grouped, ...selected])} from every group by ${sql.join(grouped)}`;
}
