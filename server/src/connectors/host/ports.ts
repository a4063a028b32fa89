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

/** Milliseconds for which a lease is taken, and after which it is renewed. */
export const leaseLength = 15_000;
export const renewInterval = 5_000;

/** Another process has the lease: what this one had not stored is no longer its task. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** What a host at the plant stores in can't be reached now: it is tried again. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}

/** People asked for a stream to be read again meanwhile. */
export class StreamReset extends Error {
  override name = 'StreamReset';
}

/** What a run needs of the world around it. A run has no database, so that it can run at a plant too. */

/** The connection that a run is for. */
export interface RunSubject {
  id: number;
  name: string;
  connector: Connector;
  /** With its secrets. */
  configuration: Configuration;
  trustedCertificates: readonly string[];
  /** A folder of this connection alone; it exists. */
  directory: string;
}

/** A range of history that is still to be read. Times are epoch milliseconds. */
export interface Backfill extends TimeRange {
  id: number;
  /** Up to which it is stored. */
  doneTo: number;
  /** Null: all that the group feeds. */
  sources: readonly string[] | null;
}

/** How far a group has come; what these promise is durable when they resolve. */
export interface Tracking {
  /** Source time up to which its subscriptions are stored; null: they never ran. */
  liveUntil(): Promise<number | null>;
  advance(liveUntil: number): Promise<void>;
  /** Notes a range that is to be read; `sources` null: of all. */
  open(range: TimeRange, sources: readonly string[] | null): Promise<void>;
  listBackfills(): Promise<Backfill[]>;
  /** @param points that the last window had */
  progress(id: number, doneTo: number, points: number): Promise<void>;
  /** The range is stored, or can't be read for the reason that is given. */
  end(id: number, error: string | null): Promise<void>;
  /** Points of a range are missing for good; `sources` null: of all. */
  gap(range: TimeRange, sources: readonly string[] | null): Promise<void>;
}

/** What a connection is like; what is left out stays as it was reported. */
export interface Report {
  state?: ConnectionState;
  message?: string;
  /** Epoch milliseconds; null: not before a person acts, or at once. */
  retryAt?: number | null;
  error?: string;
  /** Source time of the latest point, epoch milliseconds. */
  lastPointTime?: number;
  lagSeconds?: number;
  clockSeconds?: number;
  pointsPerSecond?: number;
  /** Of the certificate that ends first, epoch milliseconds. */
  certificateEnd?: number;
  /** It delivers nothing although it should. */
  isQuiet?: boolean;
}

/** Stores what a connection reads of work and assets; what these promise is durable when they resolve. */
export interface RecordPorts {
  /** How far a stream is read; times are epoch milliseconds. */
  progress(stream: RecordStream): Promise<{ watermark: number | null; lastCompared: number | null }>;
  /**
   * Takes a page of records together with the new watermark; `advance` null: they are tried again.
   * @throws `StreamReset` when people asked for the stream to be read again meanwhile
   */
  take(
    stream: RecordStream,
    records: readonly RemoteRecord[],
    advance: { from: number | null; to: number } | null,
  ): Promise<{ created: number; changed: number; refused: number }>;
  /** Records that were refused, by key, with keys after the given one. @param page.age milliseconds since the last try */
  refused(stream: RecordStream, page: { after: string; age: number; most: number }): Promise<RemoteRecord[]>;
  recordRead(stream: RecordStream): Promise<void>;
  recordError(stream: RecordStream, message: string): Promise<void>;
  /** Of the records here: those that are there too, as far as is known, and those that are not. */
  knownKeys(stream: RecordStream): Promise<{ present: string[]; gone: string[] }>;
  /** Ends a comparison: these are no longer there. */
  gone(stream: RecordStream, keys: readonly string[]): Promise<void>;
  /** The next turn reads the stream from its start. */
  readAgain(stream: RecordStream): Promise<void>;
}

/** A request of work that is to be sent now. */
export interface DueRequest {
  id: number;
  /** This try counted. */
  attempts: number;
  work: WorkToFile;
}

export interface WorkRequestPorts {
  /** The next request for this connection, which no other run gets for so many milliseconds. Null: no request is due. */
  take(takenFor: number): Promise<DueRequest | null>;
  /** The request is known to be filed. */
  filed(id: number, work: FiledWork): Promise<void>;
  /**
   * A try, by its count, did not send it. It is tried again after `delay` milliseconds; before `hold` not even if people
   * ask for it.
   */
  failed(
    id: number,
    attempts: number,
    message: string,
    pause: { delay: number; hold: number },
  ): Promise<void>;
  /** Numbers of open work whose state was not read for so many milliseconds. */
  open(age: number, most: number): Promise<string[]>;
  /** The states of these numbers were read: those that the system has. */
  states(asked: readonly string[], found: readonly FiledWork[]): Promise<void>;
}

export interface RunPorts {
  /** The sources that feed tags. */
  sources(): Promise<readonly string[]>;
  /** Durable when it resolves. It may be called again with the same values. */
  store(values: readonly SourceValue[]): Promise<void>;
  /** As `store`, of what can be read again: at the plant it waits for the server, and takes no room in the spool. */
  storeHistory(values: readonly SourceValue[]): Promise<void>;
  tracking: Tracking;
  /** Null where assets and work are not read. */
  records: RecordPorts | null;
  /** Null where no work is requested. */
  requests: WorkRequestPorts | null;
  /** Without waiting; called at most once a second unless the state changes. */
  report(report: Report): void;
  /** Without waiting; secrets are replaced already. */
  log(level: LogLevel, message: string): void;
  /** Where it may connect to. @throws ConnectorFailure */
  resolve(host: string): Promise<string>;
  /** Milliseconds without a point after which it is quiet; null: never. */
  quietAfter(): number | null;
}
