import {
  HistoryData,
  HistoryReadRequest,
  type HistoryReadResult,
  ReadRawModifiedDetails,
  TimestampsToReturn,
} from 'node-opcua-client';
import { NumericRange } from 'node-opcua-numeric-range';
import {
  type ConnectorCall,
  ConnectorFailure,
  NoHistory,
  type SourceValue,
  type TimeRange,
  UnreadSources,
} from '../connector.ts';
import { openSession, type Session } from './client.ts';
import { findStatusName, toFailure } from './failures.ts';
import { toPoint } from './mapping.ts';
import { readSource, type Source } from './source.ts';

/** Status code for a range without values. */
const nothingRecorded = 'BadNoData';

/** Maximum number of values of all sources in one response. */
const valuesAtOnce = 10_000;

interface Open extends Source {
  source: string;
  continuationPoint: Buffer | null;
  /** Time of the last value. Values that are not later are skipped: some servers repeat values on the next page. */
  lastTime: number;
}

/** Reads the raw values of sources with from <= time < to, page by page. */
export async function* history(
  call: ConnectorCall,
  sources: readonly string[],
  range: TimeRange,
): AsyncIterable<SourceValue[]> {
  const { session, close } = await openSession(call);
  try {
    const left: LeftOut = { missing: [], unread: new Map() };
    for (let start = 0; start < sources.length; start += session.limits.historyRead)
      yield* readTogether(session, sources.slice(start, start + session.limits.historyRead), range, left);
    const { missing, unread } = left;
    for (const [source, message] of unread)
      throw new UnreadSources(`${source}: ${message}`, [...unread.keys()]);
    if (missing.length > 0)
      throw new NoHistory(
        missing.length === sources.length
          ? 'The server keeps no history of these values.'
          : `The server keeps no history of ${missing.length} of ${sources.length} values.`,
        missing,
      );
  } finally {
    await close();
  }
}

/** Sources that are not read any further. */
interface LeftOut {
  /** Sources without history. */
  missing: string[];
  /** Sources for which the server failed, with the reasons. */
  unread: Map<string, string>;
}

/** Exported for its test. */
export async function* readTogether(
  session: Session,
  sources: readonly string[],
  range: TimeRange,
  { missing, unread }: LeftOut,
): AsyncIterable<SourceValue[]> {
  let open: Open[] = sources.flatMap((source) => {
    const known = readSource(source, session.namespaces);
    if (!known) missing.push(source);
    return known ? [{ ...known, source, continuationPoint: null, lastTime: Number.NEGATIVE_INFINITY }] : [];
  });
  const valuesPerNode = Math.floor(valuesAtOnce / Math.max(1, open.length));
  const later: Open[] = [];
  while (open.length > 0) {
    const results = await readPage(session, open, range, valuesPerNode);
    const values: SourceValue[] = [];
    const further: Open[] = [];
    for (const [index, node] of open.entries()) {
      const result = results?.[index];
      if (!result || isUnsupported(result.statusCode.name)) {
        missing.push(node.source);
        continue;
      }
      // The server has too few continuation points: the rest is read one by one after these are released.
      if (result.statusCode.name === 'BadNoContinuationPoints' && open.length > 1) {
        later.push(node);
        continue;
      }
      const { statusCode } = result;
      if (!statusCode.isGoodish() && statusCode.name !== nothingRecorded) {
        const failure = toFailure(Object.assign(new Error(statusCode.name), { statusCode }));
        // No room is a matter of the server, not of the source.
        if (failure.kind === 'busy') throw failure;
        unread.set(node.source, failure.message);
        continue;
      }
      const page = toValues(result, node, range);
      values.push(...page);
      const continuationPoint = result.continuationPoint?.length ? result.continuationPoint : null;
      if (continuationPoint)
        further.push({ ...node, continuationPoint, lastTime: page.at(-1)?.time ?? node.lastTime });
    }
    if (values.length > 0) yield values;
    open = further.length > 0 ? further : later.splice(0, 1);
  }
}

/** Returns null if the server does not have the service. */
async function readPage(
  { ask }: Session,
  open: readonly Open[],
  { from, to }: TimeRange,
  valuesPerNode: number,
): Promise<HistoryReadResult[] | null> {
  try {
    const { results } = await ask(
      new HistoryReadRequest({
        historyReadDetails: new ReadRawModifiedDetails({
          isReadModified: false,
          startTime: new Date(from),
          endTime: new Date(to),
          numValuesPerNode: valuesPerNode,
          returnBounds: false,
        }),
        timestampsToReturn: TimestampsToReturn.Both,
        releaseContinuationPoints: false,
        nodesToRead: open.map(({ nodeId, element, continuationPoint }) => ({
          nodeId,
          ...(element === null ? {} : { indexRange: new NumericRange(String(element)) }),
          ...(continuationPoint === null ? {} : { continuationPoint }),
        })),
      }),
    );
    return results ?? [];
  } catch (error) {
    if (error instanceof ConnectorFailure && isUnsupported(findStatusName(error.cause))) return null;
    throw error;
  }
}

function isUnsupported(status: string | null): boolean {
  return /^Bad(HistoryOperation(Unsupported|Invalid)|ServiceUnsupported|NotSupported|NotImplemented|NodeIdUnknown|NodeIdInvalid|UserAccessDenied|NotReadable|AttributeIdInvalid)$/.test(
    status ?? '',
  );
}

function toValues(
  { historyData }: HistoryReadResult,
  { source, lastTime }: Open,
  { from, to }: TimeRange,
): SourceValue[] {
  if (!(historyData instanceof HistoryData)) return [];
  return (historyData.dataValues ?? []).flatMap((value) => {
    const point = toPoint(source, value, Number.NaN);
    return point && point.time >= from && point.time < to && point.time > lastTime ? [point] : [];
  });
}
