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

/** Values of an answer, of all its points together. */
const valuesAtOnce = 10_000;
/** Of one point in an answer, so that many points at once don't take many calls. */
const leastValues = 100;
/** As many as a server gives at the most. */
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
  /** From which the next page is read, epoch milliseconds. */
  from: number;
}

/** Values of a point from its `from` on, at most `count` of them. */
interface Page {
  open: Open;
  values: readonly TimedValue[];
  count: number;
  /** Why the server did not give them; null: it did. */
  problem: string | null;
}

/** The recorded values of sources with from <= time < to. */
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
 * PI Web API gives no cursor: the next page starts at the last time of the page before.
 * @param unread gets the sources that the server failed to give, each with the reason
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
    const read = given.map((page) => valuesOf(page, range));
    const further = read.flatMap(({ next, count, values }) =>
      next ? [{ ...next, count, isStuck: values.length === 0 }] : [],
    );
    pages = further.length > 0 ? readFurther(call, further, range) : null;
    // The caller may end while it stores; the failure is thrown when the page is awaited.
    pages?.catch(() => undefined);
    const values = read.flatMap((one) => one.values);
    for (let at = 0; at < values.length; at += valuesAtOnce) yield values.slice(at, at + valuesAtOnce);
  }
}

const parametersOf = ({ from, to }: TimeRange, maxCount: number) => ({
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
    ...parametersOf(range, count),
    selectedFields: fieldsOfStreams,
  });
  const byWebId = new Map(readItems(answer).map((stream) => [stream.WebId, stream]));
  return points.map((point) => {
    const { Items: values, Errors: errors } = byWebId.get(point.webId) ?? {};
    const problem = findProblem([], errors) ?? (values ? null : 'it is missing in the answer.');
    return { open: { ...point, from: range.from }, values: values ?? [], count, problem };
  });
}

/** One call for the points that have more; each has its own time. */
async function readFurther(
  call: ConnectorCall,
  further: readonly (Open & { count: number; isStuck: boolean })[],
  range: TimeRange,
): Promise<Page[]> {
  const asked = further.map(({ count, isStuck, ...open }) => ({
    open,
    // A page that holds one time only has to be longer to come further.
    count: isStuck ? Math.min(mostValues, 10 * count) : countFor(further.length),
  }));
  const answers = await getAll<Envelope<TimedValue>>(
    call,
    asked.map(({ open, count }) =>
      toResourceAddress(call, `streams/${encodeURIComponent(open.webId)}/recorded`, {
        ...parametersOf({ from: open.from, to: range.to }, count),
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
 * The values of a page, in order of time and one for each millisecond: of several, the last. The last millisecond of a
 * full page is left to the next one, as the page may have cut it.
 */
function valuesOf(
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
