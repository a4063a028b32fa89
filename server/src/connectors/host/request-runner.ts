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

/** Milliseconds that a request may take. */
const requestLimit = 60_000;

export interface RequestPorts extends Pick<RunPorts, 'log' | 'resolve'> {
  /** The tags that sources feed already. */
  tagsOf(sources: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Writes what was found so far. @returns false when the request was canceled */
  write(result: RequestResult): Promise<boolean>;
  /** @param message why it failed; null: it is done */
  end(message: string | null): Promise<void>;
}

/** Carries out a request of a screen, and writes its result as it comes. */
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
      const tags = await ports.tagsOf(nodes.map(({ source }) => source));
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
      const tags = await ports.tagsOf(sources);
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

/** A connector that doesn't heed the signal must not keep a request open. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([work, rejectOnAbort(signal)]);

/** Records that a person sees mapped. */
const shownRecords = 10;
/** How far back changes are looked for first, in days; a long history is not read where it needn't be. */
const lookBack = [1, 30, 365, null];

/** The latest records of a stream, latest first. */
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
      // Without a limit, any records do: the whole history may be long.
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
