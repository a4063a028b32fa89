import type {
  BrowsedNode,
  RequestResult,
  ShownRecord,
  TestStep,
} from '@twinward/contracts/connections/request';
import type { TakenRequest } from '../../modules/connections/connection/service.ts';
import { rejectOnAbort } from '../../platform/process/abort.ts';
import type { ConnectorCall, RecordsRole, RemoteRecord, SourceValue } from '../connector.ts';
import { prepareCall } from './call.ts';
import type { RunPorts, RunSubject } from './ports.ts';

/** Time limit of a request, in milliseconds. */
const requestLimit = 60_000;

export interface RequestPorts extends Pick<RunPorts, 'log' | 'resolve'> {
  /** Returns the tags that sources already feed. */
  findTags(sources: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Stores the result so far. @returns false if the request was canceled */
  write(result: RequestResult): Promise<boolean>;
  /** @param message the error, or null if it succeeded */
  end(message: string | null): Promise<void>;
}

/** Executes a request of a screen, and stores partial results. */
export async function runRequest(
  subject: RunSubject,
  { input }: Pick<TakenRequest, 'input'>,
  ports: RequestPorts,
  canceled: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.timeout(requestLimit);
  const own = new AbortController();
  const signal = AbortSignal.any([canceled, limit, own.signal]);
  const prepared = prepareCall(subject, ports, signal);
  const { call, redact } = prepared;
  try {
    const { connector } = subject;
    if (!connector.load)
      throw new Error(`${connector.name} only receives calls. There is nothing to request from it.`);
    const roles = await connector.load();
    if (input.kind === 'test') {
      const steps: TestStep[] = [];
      for await (const step of roles.test(call)) {
        const advice = step.advice === null ? null : redact(step.advice);
        steps.push({ ...step, message: redact(step.message), advice });
        if (!(await ports.write({ steps }))) return;
      }
    } else if (input.kind === 'browse') {
      if (!roles.browse) throw new Error(`${connector.name} has nothing to browse.`);
      const { parent, search, after } = input;
      const { nodes, ...page } = await unlessAborted(roles.browse(call, { parent, search, after }), signal);
      const tags = await ports.findTags(nodes.map(({ source }) => source));
      await ports.write({
        ...page,
        nodes: nodes.map((node) => ({ ...node, tagId: tags.get(node.source) ?? null })),
      });
    } else if (input.kind === 'records') {
      if (!roles.records) throw new Error(`${connector.name} has no records to read.`);
      const records = await unlessAborted(latestRecords(roles.records, call, input.stream), signal);
      await ports.write({ records });
    } else {
      if (!roles.preview)
        throw new Error(`${connector.name} shows values only after they are subscribed to.`);
      const { sources } = input;
      const values = await unlessAborted(roles.preview(call, sources), signal);
      const tags = await ports.findTags(sources);
      const nodes = sources.map((source, i) => toNode(source, values[i] ?? null, tags.get(source) ?? null));
      await ports.write({ nodes });
    }
    await ports.end(limit.aborted ? tooLong : null);
  } catch (error) {
    if (canceled.aborted) return;
    await ports.end(limit.aborted ? tooLong : redact(error instanceof Error ? error.message : String(error)));
  } finally {
    own.abort(new Error('The request has ended.'));
  }
}

const tooLong = `It took longer than ${requestLimit / 1000} s.`;

/** Rejects when the signal aborts, even if the connector ignores the signal. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([work, rejectOnAbort(signal)]);

/** Number of records to show with their mapping. */
const shownRecords = 10;
/** Days to search back for changes, in steps, to avoid reading a long history. */
const lookBack = [1, 30, 365, null];

/** Returns the latest records of a stream, latest first. */
async function latestRecords(role: RecordsRole, call: ConnectorCall, name: string): Promise<ShownRecord[]> {
  const stream = role.streams(call.configuration).find((one) => one.name === name);
  if (!stream)
    throw new Error(`There is no stream ${name}. Check that the configuration includes types of it.`);
  let latest: RemoteRecord[] = [];
  for (const days of lookBack) {
    const since = days === null ? null : Date.now() - days * 86_400_000;
    const found = new Map<string, RemoteRecord>();
    for await (const page of role.changes(call, stream, since)) {
      for (const record of page) found.set(record.key, record);
      const old = [...found.values()]
        .sort((one, other) => other.changedAt - one.changedAt)
        .slice(shownRecords);
      for (const { key } of old) found.delete(key);
      // Without a time limit any records suffice, since the whole history may be long.
      if (days === null && found.size >= shownRecords) break;
    }
    latest = [...found.values()].sort((one, other) => other.changedAt - one.changedAt).slice(0, shownRecords);
    if (latest.length === shownRecords) break;
  }
  return latest.map(({ changedAt, ...record }) => ({
    ...record,
    fields: { ...record.fields },
    changedAt: new Date(changedAt).toISOString(),
  }));
}

const toNode = (source: string, value: SourceValue | null, tagId: number | null): BrowsedNode => ({
  source,
  name: source,
  description: '',
  unit: null,
  isFolder: false,
  isReadable: value !== null,
  value: value?.value ?? null,
  time: value ? new Date(value.time).toISOString() : null,
  tagId,
});
