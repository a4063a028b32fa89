import {
  type ConnectorCall,
  NoHistory,
  type SourceValue,
  type TimeRange,
  UnreadSources,
} from '../connector.ts';
import { divide, type Envelope, get, getAll, readItems, toResourceAddress } from './client.ts';
import { findPoints, type Point } from './points.ts';
import { findProblem, type TimedValue, toPoint } from './value.ts';

/** Maximum number of values of all points in one response. */
const valuesAtOnce = 10_000;
/** Minimum number of values per point in a response, to limit the number of calls for many points. */
const leastValues = 100;
/** Maximum number of values that a server returns. */
const mostValues = 150_000;

const fields = ['Timestamp', 'Value', 'Good', 'Questionable', 'Substituted', 'Errors'];
const fieldsOfStream = [...fields.map((field) => `Items.${field}`), 'Errors', 'WebException'].join(';');
const fieldsOfStreams = [
  'Items.WebId',
  'Items.Errors',
  ...fields.map((field) => `Items.Items.${field}`),
  'WebException',
].join(';');

interface Stream extends Envelope<TimedValue> {
  WebId: string;
  Errors?: unknown;
}

/** A point whose history is being read. */
interface Open extends Point {
  /** Start of the next page, epoch milliseconds. */
  from: number;
}

/** Values of a point from its `from` on, at most `count` of them. */
interface Page {
  open: Open;
  values: readonly TimedValue[];
  count: number;
  /** The error of the server, or null. */
  problem: string | null;
}

/** Reads the recorded values of sources with from <= time < to. */
export async function* history(
  call: ConnectorCall,
  sources: readonly string[],
  range: TimeRange,
): AsyncIterable<SourceValue[]> {
  const points = await findPoints(call, sources);
  const unread = new Map<string, string>();
  for (const part of divide(points, ({ webId }) => webId)) yield* readTogether(call, part, range, unread);
  for (const [source, problem] of unread)
    throw new UnreadSources(`${source}: ${problem}`, [...unread.keys()]);
  if (points.length === sources.length) return;
  const found = new Set(points.map(({ source }) => source));
  const missing = sources.filter((source) => !found.has(source));
  throw new NoHistory(`The server does not know ${missing.length} of ${sources.length} points.`, missing);
}

/**
 * Reads several points together. PI Web API has no cursor: the next page starts at the last time of the previous page.
 * @param unread receives the sources for which the server failed, with the reasons
 */
async function* readTogether(
  call: ConnectorCall,
  points: readonly Point[],
  range: TimeRange,
  unread: Map<string, string>,
): AsyncIterable<SourceValue[]> {
  let pages: Promise<Page[]> | null = readFirst(call, points, range);
  while (pages) {
    const given: Page[] = [];
    for (const page of await pages) {
      const problem = page.problem ?? problemOfPage(page);
      if (problem === null) given.push(page);
      else unread.set(page.open.source, problem);
    }
    const read = given.map((page) => toValues(page, range));
    const further = read.flatMap(({ next, count, values }) =>
      next ? [{ ...next, count, isStuck: values.length === 0 }] : [],
    );
    pages = further.length > 0 ? readFurther(call, further, range) : null;
    // The caller may stop while it stores. Otherwise the failure is thrown when the page is awaited.
    pages?.catch(() => undefined);
    const values = read.flatMap((one) => one.values);
    for (let at = 0; at < values.length; at += valuesAtOnce) yield values.slice(at, at + valuesAtOnce);
  }
}

const toParameters = ({ from, to }: TimeRange, maxCount: number) => ({
  startTime: new Date(from).toISOString(),
  endTime: new Date(to).toISOString(),
  boundaryType: 'Inside',
  maxCount,
});

const countFor = (points: number): number => Math.max(leastValues, Math.floor(valuesAtOnce / points));

async function readFirst(call: ConnectorCall, points: readonly Point[], range: TimeRange): Promise<Page[]> {
  const count = countFor(points.length);
  const answer = await get<Envelope<Stream>>(call, 'streamsets/recorded', {
    webId: points.map(({ webId }) => webId),
    ...toParameters(range, count),
    selectedFields: fieldsOfStreams,
  });
  const byWebId = new Map(readItems(answer).map((stream) => [stream.WebId, stream]));
  return points.map((point) => {
    const { Items: values, Errors: errors } = byWebId.get(point.webId) ?? {};
    const problem = findProblem([], errors) ?? (values ? null : 'it is missing in the answer.');
    return { open: { ...point, from: range.from }, values: values ?? [], count, problem };
  });
}

/** Reads the next pages of points in one call, each from its own time. */
async function readFurther(
  call: ConnectorCall,
  further: readonly (Open & { count: number; isStuck: boolean })[],
  range: TimeRange,
): Promise<Page[]> {
  const asked = further.map(({ count, isStuck, ...open }) => ({
    open,
    // A page with a single time must be enlarged to make progress.
    count: isStuck ? Math.min(mostValues, 10 * count) : countFor(further.length),
  }));
  const answers = await getAll<Envelope<TimedValue>>(
    call,
    asked.map(({ open, count }) =>
      toResourceAddress(call, `streams/${encodeURIComponent(open.webId)}/recorded`, {
        ...toParameters({ from: open.from, to: range.to }, count),
        selectedFields: fieldsOfStream,
      }),
    ),
  );
  return asked.map(({ open, count }, index) => {
    const answer = answers[index];
    const problem = answer ? null : 'the server no longer delivers it.';
    return { open, values: answer ? readItems(answer) : [], count, problem };
  });
}

function problemOfPage({ open, values, count }: Page): string | null {
  const isBefore = ({ Timestamp: time }: TimedValue) => Date.parse(time) < open.from;
  if (values.length >= count && values.every(isBefore))
    return 'the server returns values before the requested time.';
  return findProblem(values);
}

/**
 * Returns the values of a page, ordered by time, with the last value of each millisecond. Leaves the last millisecond
 * of a full page to the next page, because more of its values may follow.
 */
function toValues(
  { open, values, count }: Page,
  { to }: TimeRange,
): { values: SourceValue[]; next: Open | null; count: number } {
  const read = values
    .map((value) => toPoint(open.source, value))
    .filter(({ time }) => time >= open.from && time < to)
    .sort((one, other) => one.time - other.time);
  const isFull = values.length >= count;
  const last = read.at(-1)?.time ?? to;
  const isCut = isFull && count < mostValues;
  const kept = read.filter(({ time }, index) => time !== read[index + 1]?.time && !(isCut && time === last));
  const from = isCut ? last : last + 1;
  return { values: kept, next: isFull && from < to ? { ...open, from } : null, count };
}
