import { hash } from 'node:crypto';
import type { RecordStream, RemoteRecord } from '../connector.ts';

/** Maximum number of remembered records of a stream. Older ones are stored again, without effect. */
const most = 500_000;

interface Remembered {
  /** Time up to which the stream was read, epoch milliseconds. Null before the first read. */
  watermark: number | null;
  /** In the order of reading. */
  records: Map<string, { changedAt: number; digest: string }>;
}

/**
 * The records that a run has stored recently, by stream. Each turn reads the last minutes of changes again; unchanged
 * records then need no statement. Valid for one run, since no other process stores records of its streams meanwhile.
 */
export class ReadMemory {
  readonly #streams = new Map<string, Remembered>();

  /** Forgets records that are not read again, or all if the stream is read from its start. */
  begin({ name }: RecordStream, watermark: number | null, since: number | null): void {
    const remembered = this.#streams.get(name);
    if (!remembered || remembered.watermark !== watermark || since === null) {
      this.#streams.set(name, { watermark, records: new Map() });
    } else {
      deleteBefore(remembered, since);
    }
  }

  /** Returns the records that differ from the stored ones. */
  unknown({ name }: RecordStream, records: readonly RemoteRecord[]): RemoteRecord[] {
    const known = this.#streams.get(name)!.records;
    return records.filter((record) => known.get(record.key)?.digest !== toDigest(record));
  }

  /** Remembers stored records, and the watermark that was stored with them. */
  remember({ name }: RecordStream, records: readonly RemoteRecord[], watermark: number, since: number): void {
    const remembered = this.#streams.get(name)!;
    remembered.watermark = watermark;
    for (const record of records) {
      remembered.records.delete(record.key);
      remembered.records.set(record.key, { changedAt: record.changedAt, digest: toDigest(record) });
    }
    deleteBefore(remembered, since);
  }

  /** Forgets deleted records, so that they are stored again if they reappear. */
  forget({ name }: RecordStream, keys: readonly string[]): void {
    for (const key of keys) this.#streams.get(name)?.records.delete(key);
  }
}

function deleteBefore({ records }: Remembered, since: number): void {
  for (const [key, { changedAt }] of records) {
    if (changedAt >= since && records.size <= most) return;
    records.delete(key);
  }
}

const toDigest = (record: RemoteRecord): string => hash('sha1', JSON.stringify(record), 'base64');
