import type { ConnectionState, LogLevel } from '@twinward/contracts/connections/connection';
import type {
  Configuration,
  Connector,
  FiledWork,
  RecordStream,
  RemoteRecord,
  SourceValue,
  TimeRange,
  WorkToFile,
} from '../connector.ts';

/** Duration of a lease, and interval of renewal, in milliseconds. */
export const leaseLength = 15_000;
export const renewInterval = 5_000;

/** Another process has the lease and is responsible for everything that this one has not stored. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The store of a host at the plant can't be reached now. It is retried. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}

/** A user has requested to read the stream again. */
export class StreamReset extends Error {
  override name = 'StreamReset';
}

/** The ports of a run. A run has no database, so that it can also run at a plant. */

/** The connection of a run. */
export interface RunSubject {
  id: number;
  name: string;
  connector: Connector;
  /** Includes secrets. */
  configuration: Configuration;
  trustedCertificates: readonly string[];
  /** Private folder of this connection. It exists. */
  directory: string;
}

/** A range of history to read. Times are epoch milliseconds. */
export interface Backfill extends TimeRange {
  id: number;
  /** Time up to which it is stored. */
  doneTo: number;
  /** Null for all sources that feed tags. */
  sources: readonly string[] | null;
}

/** The progress of a group. Changes are durable when the promises resolve. */
export interface Tracking {
  /** Returns the source time up to which its subscriptions are stored. Null if it never ran. */
  liveUntil(): Promise<number | null>;
  advance(liveUntil: number): Promise<void>;
  /** Records a range to read. `sources` is null for all. */
  open(range: TimeRange, sources: readonly string[] | null): Promise<void>;
  listBackfills(): Promise<Backfill[]>;
  /** @param points number of points in the last window */
  progress(id: number, doneTo: number, points: number): Promise<void>;
  /** Ends a range that is stored or, with an error, can't be read. */
  end(id: number, error: string | null): Promise<void>;
  /** Records a range whose points are permanently missing. `sources` is null for all. */
  gap(range: TimeRange, sources: readonly string[] | null): Promise<void>;
}

/** The state of a connection. Omitted fields keep their last reported value. */
export interface Report {
  state?: ConnectionState;
  message?: string;
  /** Time of the next attempt, epoch milliseconds. Null for immediately, or if a person has to act. */
  retryAt?: number | null;
  error?: string;
  /** Source time of the latest point, epoch milliseconds. */
  lastPointTime?: number;
  lagSeconds?: number;
  clockSeconds?: number;
  pointsPerSecond?: number;
  /** The earliest end of a certificate, epoch milliseconds. */
  certificateEnd?: number;
  /** Whether expected points are missing. */
  isQuiet?: boolean;
}

/** Stores the work and assets that a connection reads. Changes are durable when the promises resolve. */
export interface RecordPorts {
  /** Returns the progress of a stream. Times are epoch milliseconds. */
  progress(stream: RecordStream): Promise<{ watermark: number | null; lastCompared: number | null }>;
  /**
   * Stores a page of records and the new watermark. `advance` is null for retried records.
   * @throws `StreamReset` if a user has requested to read the stream again
   */
  importRecords(
    stream: RecordStream,
    records: readonly RemoteRecord[],
    advance: { from: number | null; to: number } | null,
  ): Promise<{ created: number; changed: number; refused: number }>;
  /**
   * Returns refused records by key, with keys after the given one. @param page.age milliseconds since the last attempt
   */
  refused(stream: RecordStream, page: { after: string; age: number; most: number }): Promise<RemoteRecord[]>;
  recordRead(stream: RecordStream): Promise<void>;
  recordError(stream: RecordStream, message: string): Promise<void>;
  /** Returns the keys of our records: those last seen in the other system, and those missing there. */
  knownKeys(stream: RecordStream): Promise<{ present: string[]; gone: string[] }>;
  /** Ends a comparison. @param keys of records that no longer exist in the other system */
  gone(stream: RecordStream, keys: readonly string[]): Promise<void>;
  /** Makes the next turn read the stream from its start. */
  readAgain(stream: RecordStream): Promise<void>;
}

/** A work request that is due to be sent. */
export interface DueRequest {
  id: number;
  /** Number of attempts, including this one. */
  attempts: number;
  work: WorkToFile;
}

export interface WorkRequestPorts {
  /** Claims the next due request for `takenFor` milliseconds, in which no other run gets it. Null if none is due. */
  claim(takenFor: number): Promise<DueRequest | null>;
  /** Records that the request is filed. */
  filed(id: number, work: FiledWork): Promise<void>;
  /**
   * Records a failed attempt, identified by its number. The next attempt is after `delay` milliseconds, and not before
   * `hold` even if a user requests it.
   */
  failed(
    id: number,
    attempts: number,
    message: string,
    pause: { delay: number; hold: number },
  ): Promise<void>;
  /** Returns the numbers of open work whose state was not read for `age` milliseconds. */
  open(age: number, most: number): Promise<string[]>;
  /** Stores the states that were read. @param found those of `asked` that exist in the system */
  states(asked: readonly string[], found: readonly FiledWork[]): Promise<void>;
}

export interface RunPorts {
  /** Returns the sources that feed tags. */
  sources(): Promise<readonly string[]>;
  /** Stores values. They are durable when it resolves. May be called again with the same values. */
  store(values: readonly SourceValue[]): Promise<void>;
  /**
   * Like `store`, for values that can be read again. At the plant it waits for the server and does not use the spool.
   */
  storeHistory(values: readonly SourceValue[]): Promise<void>;
  tracking: Tracking;
  /** Null if the connection reads no assets and work. */
  records: RecordPorts | null;
  /** Null if the connection requests no work. */
  requests: WorkRequestPorts | null;
  /** Reports asynchronously. Called at most once a second unless the state changes. */
  report(report: Report): void;
  /** Logs asynchronously. The message is already redacted. */
  log(level: LogLevel, message: string): void;
  /** Resolves a host to an allowed address. @throws ConnectorFailure */
  resolve(host: string): Promise<string>;
  /** Returns the milliseconds without a point after which it is quiet. Null for never. */
  quietAfter(): number | null;
}
