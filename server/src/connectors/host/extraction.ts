import type { RecordStream, RecordsRole } from '../connector.ts';
import type { PreparedCall } from './call.ts';
import type { Clock } from './clock.ts';
import { type RecordPorts, StreamReset } from './ports.ts';
import type { ReadMemory } from './read-memory.ts';

/** Overlap of reads in milliseconds, since changes may become visible out of order. */
const changeOverlap = 5 * 60_000;
/** Milliseconds between two comparisons of all keys. */
const compareInterval = 24 * 3_600_000;
/** Maximum number of refused records that are retried at a time. */
const refusedAtOnce = 500;
/** Milliseconds after which refused records are retried even without other changes: a user may have fixed the cause. */
const refusedInterval = 5 * 60_000;

export interface Extraction {
  role: RecordsRole;
  prepared: PreparedCall;
  ports: RecordPorts;
  clock: Clock;
  memory: ReadMemory;
}

/**
 * Stores the changes of a stream, retries refused records, and compares keys when due.
 * @param hasNews whether other streams have changed assets, for which refused records may wait
 * @returns whether this stream has changed assets
 */
export async function extractStream(
  extraction: Extraction,
  stream: RecordStream,
  hasNews: boolean,
): Promise<boolean> {
  const { ports, clock } = extraction;
  try {
    const hasChanges = await readChanges(extraction, stream);
    // Records wait only for assets.
    const isAwaited = stream.kind === 'asset' && hasChanges;
    await retryRefused(extraction, stream, hasNews || isAwaited);
    await ports.recordRead(stream);
    const { lastCompared } = await ports.progress(stream);
    if (lastCompared === null || clock.now() - lastCompared >= compareInterval)
      await compareKeys(extraction, stream);
    return isAwaited;
  } catch (error) {
    // The next turn reads the stream from its start.
    if (error instanceof StreamReset) return true;
    throw error;
  }
}

async function readChanges(
  { role, prepared: { call }, ports, clock, memory }: Extraction,
  stream: RecordStream,
): Promise<boolean> {
  let hasChanges = false;
  let { watermark } = await ports.progress(stream);
  const since = watermark === null ? null : watermark - changeOverlap;
  memory.begin(stream, watermark, since);
  for await (const page of role.changes(call, stream, since)) {
    call.signal.throwIfAborted();
    if (page.length === 0) continue;
    // A change time in the future must not hide changes until then.
    const latest = Math.min(clock.now(), Math.max(...page.map(({ changedAt }) => changedAt)));
    const to = Math.max(latest, watermark ?? latest);
    const unknown = memory.unknown(stream, page);
    if (unknown.length === 0 && to === watermark) continue;
    const { created, changed } = await ports.importRecords(stream, unknown, { from: watermark, to });
    memory.remember(stream, unknown, to, to - changeOverlap);
    hasChanges ||= created + changed > 0;
    watermark = to;
  }
  return hasChanges;
}

/** Retries refused records. Repeats while some are accepted, since records may wait for others, such as parents. */
async function retryRefused(
  { prepared: { call }, ports }: Extraction,
  stream: RecordStream,
  hasNews: boolean,
): Promise<void> {
  for (let age = hasNews ? 0 : refusedInterval; ; age = 0) {
    let taken = 0;
    for (let after = ''; ; ) {
      const records = await ports.refused(stream, { after, age, most: refusedAtOnce });
      if (records.length === 0) break;
      call.signal.throwIfAborted();
      const { refused } = await ports.importRecords(stream, records, null);
      taken += records.length - refused;
      after = records.at(-1)!.key;
    }
    if (taken === 0) return;
  }
}

async function compareKeys(
  { role, prepared, ports, memory }: Extraction,
  stream: RecordStream,
): Promise<void> {
  // Before the remote keys are read, so that records created meanwhile don't count as missing.
  const known = await ports.knownKeys(stream);
  const listed = await listKeys(role, prepared, stream);
  if (listed.size === 0 && known.present.length > 0) {
    const message = 'The system returned no keys at all. No asset was taken out of service.';
    prepared.log('warn', `${stream.label}: ${message}`);
    await ports.recordError(stream, message);
    return;
  }
  let missing = known.present.filter((key) => !listed.has(key));
  if (missing.length > 0) {
    // A list that changes while its pages are read may omit a key.
    const again = await listKeys(role, prepared, stream);
    missing = missing.filter((key) => !again.has(key));
  }
  if (known.gone.some((key) => listed.has(key))) {
    // The record may have been changed here, and it need not have changed in the other system.
    prepared.log('info', `${stream.label}: records exist again. All records are read again.`);
    await ports.readAgain(stream);
  }
  await ports.gone(stream, missing);
  memory.forget(stream, missing);
}

async function listKeys(
  role: RecordsRole,
  { call }: PreparedCall,
  stream: RecordStream,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const page of role.keys(call, stream)) {
    call.signal.throwIfAborted();
    for (const key of page) keys.add(key);
  }
  return keys;
}
