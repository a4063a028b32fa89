import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlantEntry } from '@twinward/contracts/connections/plant';
import { readRecords, toRecord } from './spool-record.ts';

/** A position between two records. */
interface SpoolPosition {
  segment: number;
  offset: number;
}

/** Records that were read. */
export interface SpoolBatch {
  entries: PlantEntry[];
  end: SpoolPosition;
  /** Whether some records are damaged. `entries` are those before and after. */
  isDamaged: boolean;
}

interface SpoolOptions {
  /** Private folder. Created if missing. */
  directory: string;
  /** Maximum size in bytes. */
  limit: number;
  /** Size of a file in bytes after which the next record goes into a new file. */
  segmentBytes?: number;
  /** Warns users before points are lost. */
  warn(message: string): void;
}

interface Segment {
  number: number;
  /** Offset up to which its records are durable. */
  size: number;
  points: number;
}

/** Fractions of the limit at which users are warned. */
const warnings = [0.5, 0.8, 0.95];

const toFileName = (segment: number): string => `${String(segment).padStart(12, '0')}.spool`;
const countPoints = (entry: PlantEntry): number => (entry.kind === 'points' ? entry.points.length : 0);

/**
 * A queue of entries on disk for the server. Appended records are durable. Acknowledged records are deleted in whole
 * files. It survives a kill at any point: an incomplete record at the end is cut off, and records whose acknowledgement
 * was not written are sent again. A full spool rejects new records and drops none.
 */
export class Spool {
  readonly #options: Required<SpoolOptions>;
  /** Oldest first. Records are appended to the last one. */
  #segments: Segment[] = [];
  #position: SpoolPosition = { segment: 0, offset: 0 };
  /** Number of acknowledged points of the first segment. */
  #done = 0;
  #liveUntil: number | null = null;
  #appending = Promise.resolve();
  #wake = () => {};
  #warned = 0;
  #since: number | null = null;

  private constructor(options: SpoolOptions) {
    const segmentBytes = options.segmentBytes ?? Math.max(64 * 1024, Math.min(1_048_576, options.limit / 8));
    this.#options = { ...options, segmentBytes };
  }

  static async open(options: SpoolOptions): Promise<Spool> {
    const spool = new Spool(options);
    await spool.#open();
    return spool;
  }

  get size(): { points: number; bytes: number; limit: number } {
    return {
      points: Math.max(0, this.#segments.reduce((sum, { points }) => sum + points, 0) - this.#done),
      bytes: this.#bytes,
      limit: this.#options.limit,
    };
  }

  get #bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  get isEmpty(): boolean {
    const last = this.#segments.at(-1);
    return !last || (this.#position.segment === last.number && this.#position.offset >= last.size);
  }

  /** The latest appended watermark, acknowledged or not. Null without one. */
  get liveUntil(): number | null {
    return this.#liveUntil;
  }

  /** Appends entries. They are durable when it resolves. @throws Error if the spool or the disk is full */
  append(entries: readonly PlantEntry[]): Promise<void> {
    const appended = this.#appending.then(() => this.#append(entries));
    this.#appending = appended.catch(() => undefined);
    return appended;
  }

  /** Reads the oldest records, at least one, within the limits of bytes and entries. Null if the spool is empty. */
  async read({
    bytes: most,
    entries: mostEntries,
  }: {
    bytes: number;
    entries: number;
  }): Promise<SpoolBatch | null> {
    const entries: PlantEntry[] = [];
    let { segment: number, offset } = this.#position;
    let isDamaged = false;
    let bytes = 0;
    const from = this.#segments.findIndex((segment) => segment.number >= number);
    for (const segment of from < 0 ? [] : this.#segments.slice(from)) {
      if (segment.number !== number) [number, offset] = [segment.number, 0];
      const content = await readFile(this.#path(number));
      for (const record of readRecords(content.subarray(0, segment.size), offset)) {
        const isFull = bytes + record.end - record.start > most || entries.length >= mostEntries;
        if (bytes > 0 && isFull) return { entries, end: { segment: number, offset }, isDamaged };
        if (record.entry) entries.push(record.entry);
        else isDamaged = true;
        bytes += record.end - record.start;
        offset = record.end;
      }
    }
    return bytes === 0 ? null : { entries, end: { segment: number, offset }, isDamaged };
  }

  /** Acknowledges the records up to the end of a batch. */
  async acknowledge({ entries, end }: Pick<SpoolBatch, 'entries' | 'end'>): Promise<void> {
    this.#done += entries.reduce((sum, entry) => sum + countPoints(entry), 0);
    this.#position = end;
    // If it fails, the whole file is sent again.
    await this.#writePosition().catch(() => undefined);
    // Checked for each file, since records may be appended while a file is deleted.
    while (this.#segments[0] && (this.isEmpty || this.#segments[0].number < end.segment)) {
      const [segment] = this.#segments as [Segment];
      // Keeps the last file, to which records may be appended.
      if (this.#segments.length === 1 && segment.size < this.#options.segmentBytes) break;
      await rm(this.#path(segment.number), { force: true });
      this.#segments.shift();
      this.#done = Math.max(0, this.#done - segment.points);
    }
    if (this.isEmpty) [this.#since, this.#warned] = [null, 0];
  }

  /** Resolves when there is a record to read, or when the signal aborts. */
  async filled(signal: AbortSignal): Promise<void> {
    while (this.isEmpty && !signal.aborted) {
      let end = () => {};
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        end = () => resolve();
        signal.addEventListener('abort', end);
      });
      signal.removeEventListener('abort', end);
    }
  }

  #path(segment: number): string {
    return join(this.#options.directory, toFileName(segment));
  }

  async #open(): Promise<void> {
    const { directory } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    this.#position = await this.#readPosition();
    const numbers = (await readdir(directory))
      .filter((name) => /^\d{12}\.spool$/.test(name))
      .map((name) => Number.parseInt(name, 10))
      .sort((one, other) => one - other);
    for (const number of numbers) {
      if (number < this.#position.segment) await rm(this.#path(number));
      else await this.#openSegment(number, number === numbers.at(-1));
    }
    const [first] = this.#segments;
    if (!first || first.number > this.#position.segment)
      this.#position = { segment: first?.number ?? this.#position.segment, offset: 0 };
    if (!this.isEmpty) this.#since = Date.now();
  }

  async #openSegment(number: number, isLast: boolean): Promise<void> {
    const content = await readFile(this.#path(number));
    let [points, size] = [0, 0];
    for (const { entry, end } of readRecords(content, 0)) {
      // At the end of the last file, what is not whole was never said to be durable.
      if (!entry && isLast && end >= content.length) break;
      size = end;
      if (!entry) continue;
      points += countPoints(entry);
      if (entry.kind === 'advance') this.#liveUntil = Math.max(this.#liveUntil ?? 0, entry.liveUntil);
      if (number === this.#position.segment && end <= this.#position.offset) this.#done += countPoints(entry);
    }
    this.#segments.push({ number, size: isLast ? size : content.length, points });
  }

  async #append(entries: readonly PlantEntry[]): Promise<void> {
    const bytes = Buffer.concat(entries.map(toRecord));
    const { limit, segmentBytes } = this.#options;
    if (this.#bytes + bytes.length > limit) {
      const { points } = this.size;
      throw new Error(
        `The spool is full: ${points.toLocaleString('en-US')} points wait for the server, and new ones are not kept.`,
      );
    }
    let segment = this.#segments.at(-1);
    const isNew = !segment || segment.size >= segmentBytes;
    if (!segment || isNew) {
      // Never reuses a number: the stored position may refer to its file.
      const before = segment?.number ?? this.#position.segment;
      segment = { number: before + 1, size: 0, points: 0 };
    }
    const file = await open(this.#path(segment.number), isNew ? 'w' : 'r+', 0o600);
    try {
      // Removes the remains of a failed append.
      await file.truncate(segment.size);
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at, segment.size + at);
        at += bytesWritten;
      }
      await file.datasync();
    } catch (error) {
      await file.truncate(segment.size).catch(() => undefined);
      const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      throw isFull ? new Error('The disk of the spool is full: new points are not kept.') : error;
    } finally {
      await file.close();
    }
    if (isNew) {
      await syncDirectory(this.#options.directory);
      this.#segments.push(segment);
    }
    segment.size += bytes.length;
    for (const entry of entries) {
      segment.points += countPoints(entry);
      if (entry.kind === 'advance') this.#liveUntil = Math.max(this.#liveUntil ?? 0, entry.liveUntil);
    }
    this.#since ??= Date.now();
    this.#warn();
    this.#wake();
  }

  #warn(): void {
    const { limit, warn } = this.#options;
    const share = this.#bytes / limit;
    const reached = warnings.filter((each) => share >= each).length;
    if (reached <= this.#warned) return;
    this.#warned = reached;
    const elapsed = Date.now() - this.#since!;
    const left = elapsed < 60_000 ? '' : `, at this rate in about ${hours((elapsed * (1 - share)) / share)}`;
    warn(
      `The spool is ${Math.floor(share * 100)} % full. When it is full${left}, new points are not kept. They are read from the history of the system later, or lost if it has no history.`,
    );
  }

  async #readPosition(): Promise<SpoolPosition> {
    try {
      const { segment, offset } = JSON.parse(await readFile(this.#positionPath, 'utf8'));
      if (Number.isInteger(segment) && Number.isInteger(offset)) return { segment, offset };
    } catch {
      // Not written or incomplete: everything is sent again.
    }
    return { segment: 0, offset: 0 };
  }

  get #positionPath(): string {
    return join(this.#options.directory, 'acknowledged.json');
  }

  async #writePosition(): Promise<void> {
    const next = `${this.#positionPath}.new`;
    await writeFile(next, JSON.stringify(this.#position), { mode: 0o600 });
    await rename(next, this.#positionPath);
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function hours(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
