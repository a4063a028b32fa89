import type {
  ConfigurationField,
  ConnectionRole,
  LogLevel,
} from '@twinward/contracts/connections/connection';
import type { BrowsedNode, TestStep } from '@twinward/contracts/connections/request';
import type { SharedModel, SharedModelVersion } from '@twinward/contracts/library/remote';
import type { Quality } from '@twinward/contracts/signals/data-point';
import type { FailureKind } from '@twinward/domain/connections/failures';

export type { FailureKind };

/**
 * The interface of a connector. A connector is a folder of `connectors/` with a file `connector.ts` that exports a
 * `Connector` as default; `registry.ts` finds it by the name of the folder. Connectors don't use databases, tenants or
 * tags: the same code runs at the server and at a plant.
 */
export interface Connector {
  /** Name of its folder, and `type` of its connections. */
  type: string;
  /** Display name of the system. */
  name: string;
  description: string;
  /** Fields of its configuration, without `type` and `logLevel`, which every connection has. */
  fields: readonly ConfigurationField[];
  /** Unsupported features, one sentence each. */
  limits: readonly string[];
  /** Returns problems of a configuration that field rules can't express, such as mutually exclusive fields. */
  check?(configuration: Configuration): { path: string; message: string }[];
  /** Returns the address to connect to. Null if it only receives calls. A new address requires the secrets again. */
  toAddress(configuration: Configuration): string | null;
  /** The roles of the connector. The module with its client is loaded only when a role is used. */
  roles: readonly ConnectionRole[];
  load?(): Promise<ConnectorRoles>;
}

/** The roles of a connector. Each opens its own connections, and closes them when `signal` is aborted. */
export interface ConnectorRoles {
  /** Tests the connection step by step. A failed step ends the test. */
  test(call: ConnectorCall): AsyncIterable<TestStep>;
  browse?(call: ConnectorCall, page: BrowsePage): Promise<BrowsedPage>;
  /** Returns the latest value of each source, in the same order. Null for a source without a value. */
  preview?(call: ConnectorCall, sources: readonly string[]): Promise<(SourceValue | null)[]>;
  /**
   * Delivers points of the sources until `signal` is aborted. Calls `subscribed` once every later change will be
   * delivered, so that the earlier history can be read without a gap.
   * @throws ConnectorFailure when the link is lost
   */
  live?(call: ConnectorCall, sources: readonly string[], sink: LiveSink): Promise<void>;
  /**
   * Reads the points of sources with from <= time < to, in blocks of at most 10,000, ordered by time for each source.
   * @throws ConnectorFailure; `NoHistory` for a system without history; `UnreadSources` if it fails for some sources
   */
  history?(call: ConnectorCall, sources: readonly string[], range: TimeRange): AsyncIterable<SourceValue[]>;
  /** Work or assets are read from the system. */
  records?: RecordsRole;
  /** Work is requested in the system. */
  requests?: RequestsRole;
  /** Twin models are read from the system. */
  models?: ModelsRole;
}

/** Reads twin models that another installation shares. */
export interface ModelsRole {
  /** @throws ConnectorFailure */
  list(call: ConnectorCall): Promise<SharedModel[]>;
  /** @throws ConnectorFailure */
  get(call: ConnectorCall, id: number): Promise<SharedModelVersion>;
}

/** Reads work and assets: a stream for each kind of record that the configuration enables. */
export interface RecordsRole {
  streams(configuration: Configuration): readonly RecordStream[];
  /**
   * Reads records that changed at or after `since` (epoch milliseconds; null for all records), in pages, in order of
   * the time of the change. A page may repeat records of the previous page.
   * @throws ConnectorFailure
   */
  changes(call: ConnectorCall, stream: RecordStream, since: number | null): AsyncIterable<RemoteRecord[]>;
  /** Reads the keys of all records that exist in the system, in pages. Known records without a key were deleted. */
  keys(call: ConnectorCall, stream: RecordStream): AsyncIterable<string[]>;
}

export interface RecordStream {
  /** Stable within the connector, such as `orders`. */
  name: string;
  kind: 'work' | 'asset';
  /** Display name, such as 'Maintenance orders'. */
  label: string;
  /** Fields of its records, for the mapping screen. */
  fields: readonly RemoteField[];
  /**
   * Default mapping: the remote field for each of our fields (a name of `mappingTargets` in
   * `contracts/src/connections/mapping.ts`, or `custom:NAME`). `$type` is the code of the record's type.
   */
  mapping: Readonly<Record<string, string>>;
  /** Our values, by our field, then by remote value, such as `{state: {TECO: 'completed'}}`. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface RemoteField {
  name: string;
  label: string;
  kind: 'text' | 'number' | 'boolean' | 'time';
}

/** A record of the system: flat, with times in UTC (`2024-05-01T12:00:00.000Z`). */
export interface RemoteRecord {
  /** Unique in its stream, and permanent. */
  key: string;
  /** Code of its type, such as PM01. */
  type: string;
  /** Time of the last change, epoch milliseconds. */
  changedAt: number;
  fields: Readonly<Record<string, string | number | boolean | null>>;
  /** Key of the work request that created it; null without one, or if the system doesn't store the key. */
  requestKey: string | null;
}

/** Requests work. Requests have a key, so that none is filed twice. */
export interface RequestsRole {
  /** Finds the work that was filed under a key. @throws ConnectorFailure */
  find(call: ConnectorCall, key: string): Promise<FiledWork | null>;
  /** Files work. The host has searched for the key before. @throws ConnectorFailure */
  file(call: ConnectorCall, request: WorkToFile): Promise<FiledWork>;
  /** Reads the current states of filed work. Omits work that no longer exists. @throws ConnectorFailure */
  states(call: ConnectorCall, numbers: readonly string[]): Promise<FiledWork[]>;
}

/** A work request for the system. Type, priority and status are codes of its lists. */
export interface WorkToFile {
  key: string;
  type: string | null;
  priority: string | null;
  status: string | null;
  shortDescription: string;
  description: string;
  asset: {
    uniqueId: string;
    technicalNumber: string | null;
    isEquipment: boolean;
    maintenancePlant: string | null;
    planningPlant: string | null;
    departmentId: string | null;
  };
}

export interface FiledWork {
  /** Number shown to users of the system. */
  number: string;
  /** Status as written in the system. */
  status: string;
  phase: 'open' | 'completed' | 'canceled';
  /** Address of its page in the system. Null without one. */
  url: string | null;
}

/** Values of the fields, including secrets. */
export type Configuration = Readonly<Record<string, unknown>>;

export interface ConnectorCall {
  configuration: Configuration;
  /** SHA-256 of the server certificates that a person trusted, hexadecimal. */
  trustedCertificates: readonly string[];
  signal: AbortSignal;
  /** Logs a message. It must not contain secrets. */
  log(level: LogLevel, message: string): void;
  /**
   * Reports the end of validity of the system's certificate or our own (epoch milliseconds), to warn users in time.
   * Called for each new link.
   */
  certificate(validTo: number): void;
  addresses: Addresses;
  /** Private folder of this connection, for generated keys and certificates. Kept between runs. */
  directory: string;
}

/** Resolves hosts, and restricts the addresses of connections. */
interface Addresses {
  /**
   * Resolves a host. Connect to the returned address without another look-up.
   * @throws ConnectorFailure `refused` for loopback and cloud metadata, unless local addresses are allowed
   */
  resolve(host: string): Promise<string>;
}

/** A value of a source, with the time that the system gave it. */
export interface SourceValue {
  source: string;
  /** Epoch milliseconds. */
  time: number;
  /** Null only if the quality is bad. */
  value: number | null;
  quality: Quality;
}

export interface LiveSink {
  /**
   * Reports that no change is missed from now on. `isResumed`: the system kept the session and delivers what came
   * meanwhile, so none was missed before either.
   */
  subscribed(options?: { isResumed: boolean }): void;
  /** Resolves when the values are durable. Acknowledge messages to the system only after that. */
  deliver(values: readonly SourceValue[]): Promise<void>;
  /** Reports that values were lost in the system's queue. The range is then read from the history. */
  lost(range: TimeRange, sources: readonly string[] | null): void;
  /** Reports the time of the system, to show the difference between the clocks. */
  clock(time: number): void;
}

/** Epoch milliseconds, from <= time < to. */
export interface TimeRange {
  from: number;
  to: number;
}

export interface BrowsePage {
  /** Source of a folder. Null for the root. */
  parent: string | null;
  /** Words in names. Empty for all. */
  search: string;
  /** `next` of the previous page. Null for the first page. */
  after: string | null;
}

export interface BrowsedPage {
  nodes: Omit<BrowsedNode, 'tagId'>[];
  /** Null on the last page. */
  next: string | null;
  /** A note about omitted results, such as a search that stopped early. */
  notice?: string;
}

export class ConnectorFailure extends Error {
  readonly kind: FailureKind;
  /** Milliseconds that the system asked to wait, or null. */
  readonly retryAfter: number | null;

  constructor(
    kind: FailureKind,
    message: string,
    options: { cause?: unknown; retryAfter?: number | null } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ConnectorFailure';
    this.kind = kind;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** @throws ConnectorFailure `refused` with the first problem of a configuration */
export function refuseProblem([problem]: readonly { path: string; message: string }[]): void {
  if (problem) throw new ConnectorFailure('refused', `${problem.path}: ${problem.message}`);
}

/** The system has no history of a range. Its points are permanently missing. */
export class NoHistory extends Error {
  override name = 'NoHistory';
  /** Sources without history, or null for all requested ones. Points of the others have been delivered. */
  readonly sources: readonly string[] | null;

  constructor(message: string, sources: readonly string[] | null = null) {
    super(message);
    this.sources = sources;
  }
}

/** Reading the history of some sources failed. They are read again later. Points of the others have been delivered. */
export class UnreadSources extends ConnectorFailure {
  readonly sources: readonly string[];

  constructor(message: string, sources: readonly string[]) {
    super('protocol', message);
    this.sources = sources;
  }
}
