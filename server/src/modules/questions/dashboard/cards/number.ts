import type { CardByKind, CardFigure } from '@twinward/contracts/questions/dashboard-card';
import type { DataByKind } from '@twinward/contracts/questions/dashboard-data';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { figureNames } from '@twinward/domain/dashboards/card-names';
import { isRelativeTime } from '@twinward/domain/queries/relative-time';
import { readRange } from '../../../signals/data-point/service.ts';
import { getTag } from '../../../signals/tag/service.ts';
import { runLifetime } from '../../query/service.ts';
import { getRiskInRange } from '../../risk-history/service.ts';
import {
  type Counted,
  countAtTimes,
  countByPart,
  countHappenings,
  type Happening,
  isCounted,
} from './figure-store.ts';
import { runCardQuery } from './query.ts';
import type { Asked, Span } from './scope.ts';
import { toTwinStatement } from './scope-store.ts';

type NumberData = DataByKind<'number'>;
type Figures = Pick<NumberData, 'value' | 'previous' | 'spark'>;

/** Number of parts of a spark line. */
const sparkParts = 30;

/** @throws AppError `not-found` if the tag or query does not exist. */
export async function readNumber(asked: Asked, { source }: CardByKind<'number'>): Promise<NumberData> {
  switch (source.kind) {
    case 'figure':
      return {
        kind: 'number',
        caption: figureNames[source.figure],
        unit: null,
        format: source.figure === 'money-at-risk' ? 'money' : 'count',
        ...(await readFigure(asked, source.figure)),
      };
    case 'tag':
      return readTag(asked, source.tagId);
    case 'query':
      return readQuery(asked, source.queryId);
  }
}

function readFigure(asked: Asked, figure: CardFigure): Promise<Figures> {
  if (figure === 'money-at-risk') return readMoneyAtRisk(asked);
  return isCounted(figure) ? readCounted(asked, figure) : readHappening(asked, figure);
}

/** Counts events in the range, and in the range before. */
async function readHappening({ actor, values, span }: Asked, happening: Happening): Promise<Figures> {
  const { db } = actor.tenant;
  const parts = await countByPart(db, happening, span, sparkParts, values);
  return {
    value: parts.reduce((sum, count) => sum + count, 0),
    previous: await countHappenings(db, happening, spanBefore(span), values),
    spark: { times: timesIn(span).slice(0, -1), values: parts },
  };
}

/** Returns the start of the first part of a spark line and the end of each part, in epoch milliseconds. */
function timesIn({ from, to }: Span): number[] {
  const width = (to - from) / sparkParts;
  return Array.from({ length: sparkParts + 1 }, (_, place) => Math.round(from + place * width));
}

/** Reads a count at the end of the range, and at its start. */
async function readCounted({ actor, values, span }: Asked, figure: Counted): Promise<Figures> {
  const course = { ...span, parts: sparkParts, isToNow: values.range.to === 'now' };
  const counted = await countAtTimes(actor.tenant.db, figure, course, values);
  return {
    value: counted[sparkParts]!,
    previous: counted[0]!,
    // A line needs two points.
    spark: counted[sparkParts - 1] === null ? null : { times: timesIn(span), values: counted },
  };
}

/** Reads the risk at the end of the range, and at its start. */
async function readMoneyAtRisk({ actor, values, span }: Asked): Promise<Figures> {
  const { risk, before, days } = await getRiskInRange(actor.tenant.db, span, toTwinStatement(values));
  return {
    value: risk,
    previous: before,
    spark: { times: days.map(({ day }) => Date.parse(day)), values: days.map((one) => one.risk) },
  };
}

/** Reads the latest value of a tag in the range, and in the range before. */
async function readTag({ actor, span }: Asked, tagId: number): Promise<NumberData> {
  const { db } = actor.tenant;
  const tag = await getTag(db, tagId);
  const { times, values } = await readMeans(span);
  const before = await readMeans(spanBefore(span));
  return {
    kind: 'number',
    caption: tag.caption || tag.name,
    format: 'number',
    unit: tag.unit,
    value: findLatest(values),
    previous: findLatest(before.values),
    spark: { times, values },
  };

  async function readMeans(range: Span) {
    const { points, buckets } = await readRange(db, tagId, range, sparkParts);
    return buckets ? { times: buckets.times, values: buckets.last } : (points ?? { times: [], values: [] });
  }
}

/**
 * Returns the request for the range before. Relative times are rounded down to 30 s, so that requests within a step
 * share a run.
 */
function inRangeBefore(asked: Asked): Asked {
  const { from, to } = asked.values.range;
  const span = spanBefore({ from: inSteps(from, asked.span.from), to: inSteps(to, asked.span.to) });
  const range = { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() };
  return { ...asked, span, values: { ...asked.values, range } };
}

const inSteps = (text: string, time: number): number =>
  isRelativeTime(text) ? Math.floor(time / runLifetime) * runLifetime : time;

/**
 * Reads the first number column of a query: the value of its last row, with several rows as the spark line. Compares it
 * with the range before only if the query has parameters for both ends of the range: with one end, the earlier run
 * would include other times.
 */
async function readQuery(asked: Asked, queryId: number): Promise<NumberData> {
  const { query, parameters, result, takesRange } = await runCardQuery(asked, queryId);
  const column = result.columns.find(({ kind }) => numeric.has(kind));
  const values = listNumbers(result, column?.key);
  const before = takesRange ? await runCardQuery(inRangeBefore(asked), queryId) : null;
  const times = listTimes(result);
  return {
    kind: 'number',
    caption: query.name,
    unit: column?.unit ?? null,
    parameters,
    format: column?.kind === 'money' ? 'money' : column?.kind === 'integer' ? 'count' : 'number',
    value: values.at(-1) ?? null,
    previous: before ? (listNumbers(before.result, column?.key).at(-1) ?? null) : null,
    spark: times ? { times, values } : null,
  };
}

const numeric: ReadonlySet<string> = new Set(['number', 'integer', 'money', 'duration', 'level']);

function listNumbers({ columns, rows }: QueryResult, key: string | undefined): (number | null)[] {
  const place = columns.findIndex((column) => column.key === key);
  return place < 0 ? [] : rows.map((row) => (typeof row[place] === 'number' ? row[place] : null));
}

/** Returns the times of a result that is grouped by time; null for any other result. */
function listTimes({ columns, rows }: QueryResult): number[] | null {
  const place = columns.findIndex(({ kind }) => kind === 'date' || kind === 'date-time');
  if (place < 0 || rows.length < 2) return null;
  return rows.map((row) => Date.parse(String(row[place])));
}

const findLatest = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null;

/** Returns the range of the same length that ends where a range starts. */
const spanBefore = ({ from, to }: Span): Span => ({ from: Math.max(0, 2 * from - to), to: from });
