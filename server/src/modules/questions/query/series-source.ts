import {
  maximumSeriesBuckets,
  maximumSeriesTags,
  maximumSeriesValues,
  type QueryFilter,
  type SeriesAggregate,
  type SeriesSource,
} from '@twinward/contracts/questions/query-definition';
import { parseDuration } from '@twinward/domain/duration';
import type { Budget } from '@twinward/domain/evaluation';
import { bucketTimes, commonStep } from '@twinward/domain/queries/buckets';
import { resolveTime } from '@twinward/domain/queries/relative-time';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { joinConditions } from '../../../platform/database/list.ts';
import { type Buckets, readBuckets } from '../../../series/index.ts';
import { type Catalogue, type CatalogueType, field } from './catalogue/catalogue.ts';
import { seriesType } from './catalogue/series-type.ts';
import { compileConditions, type Moment } from './compile/conditions.ts';
import { JoinScope, JoinTree } from './compile/joins.ts';
import { refuse } from './compile/path.ts';

/** The values of a series as a table of a statement, and the type of its rows. */
interface ReadSeries {
  table: RawBuilder<unknown>;
  type: CatalogueType;
}

/**
 * Reads the buckets of the tags of a series. A bucket without points has no row.
 * @param filters conditions on tags, with bound parameters
 * @param budget null to check only, without reading values
 * @throws AppError `invalid-request` for too many tags or buckets; BudgetExceeded.
 */
export async function readSeriesSource(
  db: Db,
  catalogue: Catalogue,
  source: SeriesSource,
  filters: readonly QueryFilter[],
  moment: Moment,
  budget: Budget | null,
): Promise<ReadSeries> {
  const times = toBucketTimes(source, moment);
  const tags = await selectTags(db, catalogue, source, filters, moment);
  const buckets = times.length - 1;
  if (tags.length * buckets > maximumSeriesValues) {
    const most = maximumSeriesValues.toLocaleString('en-US');
    refuse(
      'source.bucket',
      `${tags.length} tags have ${(tags.length * buckets).toLocaleString('en-US')} buckets in this range; at most ${most} are read. Please choose longer buckets, a shorter range or fewer tags.`,
    );
  }
  const ids: number[] = [];
  const starts: number[] = [];
  const values: number[] = [];
  const step = commonStep(times);
  const [from, to] = [times[0]!, times.at(-1)!];
  for (const { id } of tags) {
    if (!budget) break;
    budget.spend(0);
    const read = await readBuckets(db, id, from, to, Math.ceil((to - from) / step));
    mergeBuckets(read, times, source.aggregate, (bucket, value) => {
      ids.push(id);
      starts.push(times[bucket]! / 1000);
      values.push(value);
    });
  }
  const units = new Set(tags.map(({ unit }) => unit));
  const unit = units.size === 1 && source.aggregate !== 'count' ? [...units][0]! : null;
  return {
    table: sql`(select tag_id, to_timestamp(seconds) as time, value
      from unnest(${ids}::int[], ${starts}::float8[], ${values}::float8[]) as read (tag_id, seconds, value))`,
    type: {
      ...seriesType,
      readable: true,
      fields: new Map(seriesType.fields).set('value', field('value', 'Value', 'number', 'value', { unit })),
    },
  };
}

/** Returns the starts of the buckets, and the end of the last one. */
function toBucketTimes({ range, bucket }: SeriesSource, moment: Moment): number[] {
  const from = resolveTime(range.from, moment.now, moment.timeZone);
  const to = resolveTime(range.to, moment.now, moment.timeZone);
  if (from === null || to === null || from >= to)
    refuse('source.range', 'Please give a range that ends after it begins.');
  if (from < 0 || to > Date.UTC(2101, 0, 1)) refuse('source.range', 'Please give times from 1970 to 2100.');
  const length = parseDuration(bucket);
  if (length.months === 0 && length.milliseconds < 1000)
    refuse('source.bucket', 'A bucket has at least one second.');
  if (length.months > 0 && length.milliseconds > 0)
    refuse('source.bucket', 'A bucket has months and years, or shorter units.');
  const times = bucketTimes(from, to, length, moment.timeZone, maximumSeriesBuckets);
  if (times.length - 1 > maximumSeriesBuckets) {
    const most = maximumSeriesBuckets.toLocaleString('en-US');
    refuse(
      'source.bucket',
      `A series has at most ${most} buckets. Please choose longer ones or a shorter range.`,
    );
  }
  return times;
}

async function selectTags(
  db: Db,
  catalogue: Catalogue,
  { tagIds }: SeriesSource,
  filters: readonly QueryFilter[],
  moment: Moment,
): Promise<{ id: number; unit: string | null }[]> {
  const type = catalogue.get('tag')!;
  if (!type.readable) return [];
  const tree = new JoinTree(new JoinScope(catalogue), type);
  const byIds = sql<boolean>`${tree.id(tree.root)} = any(${tagIds}::int[])`;
  const byFilters = filters.length > 0 ? [compileConditions(filters, tree, moment, 'source.tagFilters')] : [];
  const { alias } = tree.root;
  const { rows } = await sql<{ id: number; unit: string | null }>`
    select ${sql.ref(`${alias}.id`)} as id, ${sql.ref(`${alias}.unit`)} as unit from ${tree.from()}
    where ${joinConditions([byIds, ...byFilters], 'or')} and ${sql.ref(`${alias}.type`)} <> 'work'
    order by 1 limit ${maximumSeriesTags + 1}`.execute(db);
  if (rows.length > maximumSeriesTags)
    refuse(
      'source.tagFilters',
      `A series has at most ${maximumSeriesTags} tags. Please choose fewer by filters.`,
    );
  return rows;
}

/** Statistics of the points in a bucket. */
interface Figures {
  count: number;
  /** Infinite on overflow. */
  sum: number;
  mean: number;
  minimum: number;
  maximum: number;
  first: number;
  last: number;
}

/** Merges buckets of equal length into buckets that start at these times. Calls `give` for each one with points. */
function mergeBuckets(
  read: Buckets,
  times: readonly number[],
  aggregate: SeriesAggregate,
  give: (bucket: number, value: number) => void,
): void {
  let bucket = 0;
  let figures: Figures | null = null;
  const finish = () => {
    if (figures) give(bucket, figures[aggregate]);
    figures = null;
  };
  for (const [index, time] of read.times.entries()) {
    const count = read.count[index]!;
    if (count === 0) continue;
    while (time >= times[bucket + 1]!) {
      finish();
      bucket += 1;
    }
    const mean = read.mean[index]!;
    const own = {
      count,
      sum: mean * count,
      mean,
      minimum: read.min[index]!,
      maximum: read.max[index]!,
      first: read.first[index]!,
      last: read.last[index]!,
    };
    figures = figures ? mergeFigures(figures, own) : own;
  }
  finish();
}

/** Combines the statistics of two buckets, the earlier one first. */
function mergeFigures(one: Figures, other: Figures): Figures {
  const count = one.count + other.count;
  const sum = one.sum + other.sum;
  // The mean from the sum is more precise, unless the sum overflows.
  const mean = Number.isFinite(sum)
    ? sum / count
    : one.mean * (one.count / count) + other.mean * (other.count / count);
  return {
    count,
    sum,
    mean,
    minimum: Math.min(one.minimum, other.minimum),
    maximum: Math.max(one.maximum, other.maximum),
    first: one.first,
    last: other.last,
  };
}
