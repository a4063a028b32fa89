import type { RecordStream, RecordsRole } from '../connector.ts';
import type { PreparedCall } from './call.ts';
import type { Clock } from './clock.ts';
import { type RecordPorts, StreamReset } from './ports.ts';
import type { ReadMemory } from './read-memory.ts';

/** Milliseconds by which a stream is read again, as clocks and commits of the system are not in order. */
export const changeOverlap = 5 * 60_000;
/** Milliseconds between two comparisons of all keys. */
const compareInterval = 24 * 3_600_000;
/** Refused records that are tried again at a time. */
const refusedAtOnce = 500;
/** Milliseconds after which refused records are tried again though nothing else was read: people may have mended it. */
const refusedInterval = 5 * 60_000;

export interface Extraction {
  role: RecordsRole;
  prepared: PreparedCall;
  ports: RecordPorts;
  clock: Clock;
  memory: ReadMemory;
}

/**
 * Reads the changes of a stream into the store, tries refused records again, and compares keys when it is time.
 * @param hasNews whether assets of other streams were changed, for which refused records may wait
 * @returns whether this one has changed some
 */
export async function extractStream(
  extraction: Extraction,
  stream: RecordStream,
  hasNews: boolean,
): Promise<boolean> {
  const { ports, clock } = extraction;
  try {
    const hasChanges = await readChanges(extraction, stream);
    // Records wait for assets, and for nothing else that is read.
    const isAwaited = stream.kind === 'asset' && hasChanges;
    await retryRefused(extraction, stream, hasNews || isAwaited);
    await ports.recordRead(stream);
    const { lastCompared } = await ports.progress(stream);
    if (lastCompared === null || clock.now() - lastCompared >= compareInterval)
      await compareKeys(extraction, stream);
    return isAwaited;
  } catch (error) {
    // The next turn reads it from its start.
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
    // A time that is still to come must not hide the changes until then.
    const latest = Math.min(clock.now(), Math.max(...page.map(({ changedAt }) => changedAt)));
    const to = Math.max(latest, watermark ?? latest);
    const unknown = memory.unknown(stream, page);
    if (unknown.length === 0 && to === watermark) continue;
    const { created, changed } = await ports.take(stream, unknown, { from: watermark, to });
    memory.note(stream, unknown, to, to - changeOverlap);
    hasChanges ||= created + changed > 0;
    watermark = to;
  }
  return hasChanges;
}

/** Records may wait for others, such as assets for their parents: as long as some are taken, all are tried. */
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
      const { refused } = await ports.take(stream, records, null);
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
  // Before the keys there are read: what is made meanwhile is not missed.
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
    // A list that changes while its pages are read may leave a key out.
    const again = await listKeys(role, prepared, stream);
    missing = missing.filter((key) => !again.has(key));
  }
  if (known.gone.some((key) => listed.has(key))) {
    // It may have been changed here meanwhile, and need not have been there.
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
