import { hash } from 'node:crypto';
import type { RecordStream, RemoteRecord } from '../connector.ts';

/** Records that are remembered of a stream; older ones are stored again, which changes nothing. */
const most = 500_000;

interface Remembered {
  /** Up to where the stream was read, epoch milliseconds; null: nothing of it. */
  watermark: number | null;
  /** In the order in which they were read. */
  records: Map<string, { changedAt: number; digest: string }>;
}

/**
 * The records that a run stored lately, by stream. Each turn reads the last minutes of changes again: unchanged records need
 * no statement. It lasts as long as the run, which alone stores records of its streams.
 */
export class ReadMemory {
  readonly #streams = new Map<string, Remembered>();

  /** Forgets records that are not read again; all of them where people asked to read the stream from its start. */
  begin({ name }: RecordStream, watermark: number | null, since: number | null): void {
    const remembered = this.#streams.get(name);
    if (!remembered || remembered.watermark !== watermark || since === null) {
      this.#streams.set(name, { watermark, records: new Map() });
    } else {
      deleteBefore(remembered, since);
    }
  }

  /** The records that differ from what is stored. */
  unknown({ name }: RecordStream, records: readonly RemoteRecord[]): RemoteRecord[] {
    const known = this.#streams.get(name)!.records;
    return records.filter((record) => known.get(record.key)?.digest !== digestOf(record));
  }

  /** Remembers records that are stored, and the watermark that is stored with them. */
  note({ name }: RecordStream, records: readonly RemoteRecord[], watermark: number, since: number): void {
    const remembered = this.#streams.get(name)!;
    remembered.watermark = watermark;
    for (const record of records) {
      remembered.records.delete(record.key);
      remembered.records.set(record.key, { changedAt: record.changedAt, digest: digestOf(record) });
    }
    deleteBefore(remembered, since);
  }

  /** Forgets records that are gone, so that they are stored again when they come back. */
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

const digestOf = (record: RemoteRecord): string => hash('sha1', JSON.stringify(record), 'base64');
