import { StreamReset } from '../../modules/connections/extraction/service.ts';
import type { RecordStream, RecordsRole } from '../connector.ts';
import type { PreparedCall } from './call.ts';
import type { Clock } from './clock.ts';
import type { RecordPorts } from './ports.ts';

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
    await ports.noteRead(stream);
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
  { role, prepared: { call }, ports, clock }: Extraction,
  stream: RecordStream,
): Promise<boolean> {
  let hasChanges = false;
  let { watermark } = await ports.progress(stream);
  const since = watermark === null ? null : watermark - changeOverlap;
  for await (const page of role.changes(call, stream, since)) {
    call.signal.throwIfAborted();
    if (page.length === 0) continue;
    // A time that is still to come must not hide the changes until then.
    const latest = Math.min(clock.now(), Math.max(...page.map(({ changedAt }) => changedAt)));
    const to = Math.max(latest, watermark ?? latest);
    const { created, changed } = await ports.take(stream, page, { from: watermark, to });
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

async function compareKeys({ role, prepared, ports }: Extraction, stream: RecordStream): Promise<void> {
  // Before the keys there are read: what is made meanwhile is not missed.
  const known = await ports.knownKeys(stream);
  const there = new Set<string>();
  for await (const page of role.keys(prepared.call, stream)) {
    prepared.call.signal.throwIfAborted();
    for (const key of page) there.add(key);
  }
  if (there.size === 0 && known.length > 0) {
    const message = 'The system listed no keys at all: nothing was taken out of service.';
    prepared.log('warn', `${stream.label}: ${message}`);
    await ports.noteError(stream, message);
    return;
  }
  await ports.gone(
    stream,
    known.filter((key) => !there.has(key)),
  );
}
