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

interface Extraction {
  role: RecordsRole;
  prepared: PreparedCall;
  ports: RecordPorts;
  clock: Clock;
}

/**
 * Reads the changes of a stream into the store, tries refused records again, and compares keys when it is time.
 * @param hasNews whether other streams had changes, for which refused records may wait
 * @returns whether this one had some
 */
export async function extractStream(
  extraction: Extraction,
  stream: RecordStream,
  hasNews: boolean,
): Promise<boolean> {
  const { ports, clock } = extraction;
  try {
    const hasChanges = await readChanges(extraction, stream);
    await retryRefused(extraction, stream, hasNews || hasChanges);
    await ports.noteRead(stream);
    const { lastCompared } = await ports.progress(stream);
    if (lastCompared === null || clock.now() - lastCompared >= compareInterval)
      await compareKeys(extraction, stream);
    return hasChanges;
  } catch (error) {
    // The next turn reads it from its start.
    if (error instanceof StreamReset) return true;
    throw error;
  }
}

async function readChanges(
  { role, prepared: { call }, ports }: Extraction,
  stream: RecordStream,
): Promise<boolean> {
  let hasChanges = false;
  let { watermark } = await ports.progress(stream);
  const since = watermark === null ? startOf(call.configuration) : watermark - changeOverlap;
  for await (const page of role.changes(call, stream, since)) {
    call.signal.throwIfAborted();
    if (page.length === 0) continue;
    const to = page.reduce(
      (latest, { changedAt }) => Math.max(latest, changedAt),
      watermark ?? Number.NEGATIVE_INFINITY,
    );
    const { created, changed } = await ports.take(stream, page, { from: watermark, to });
    hasChanges ||= created + changed > 0;
    watermark = to;
  }
  return hasChanges;
}

/** The day before which nothing is read; null: all is. */
function startOf({ extractionStartDate }: Readonly<Record<string, unknown>>): number | null {
  const time = typeof extractionStartDate === 'string' ? Date.parse(extractionStartDate) : Number.NaN;
  return Number.isNaN(time) ? null : time;
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
