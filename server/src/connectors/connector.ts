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
 * What a system has to offer so that it can be connected. A connector is a folder of `connectors/` with a file
 * `connector.ts`, whose default export is one of these; `registry.ts` finds it by the folder's name. Connectors know
 * nothing of databases, tenants or tags: the same code runs beside the server and at a plant.
 */
export interface Connector {
  /** Name of its folder, and `type` of its connections. */
  type: string;
  /** Of the system, for people. */
  name: string;
  description: string;
  /** Fields of its configuration, besides `type` and `logLevel`, which every connection has. */
  fields: readonly ConfigurationField[];
  /** What it does not support, a sentence each. */
  limits: readonly string[];
  /** Problems of a configuration that its fields can't state, such as two that exclude each other. */
  check?(configuration: Configuration): { path: string; message: string }[];
  /** The address that it connects to; null: it is called and calls nobody. A changed one needs its secrets again. */
  addressOf(configuration: Configuration): string | null;
  /** What it can do; the module with its client is loaded only then. */
  roles: readonly ConnectionRole[];
  load?(): Promise<ConnectorRoles>;
}

/** The roles of a connector. Each opens connections of its own, and closes them when `signal` is aborted. */
export interface ConnectorRoles {
  /** What works, step by step: a step that fails ends the test. */
  test(call: ConnectorCall): AsyncIterable<TestStep>;
  browse?(call: ConnectorCall, page: BrowsePage): Promise<BrowsedPage>;
  /** The latest value of each source, in their order; null for a source without one. */
  preview?(call: ConnectorCall, sources: readonly string[]): Promise<(SourceValue | null)[]>;
  /**
   * Delivers points of the sources until `signal` is aborted. It reports `subscribed` once every later change will be
   * delivered, so that the history before can be read without a gap.
   * @throws ConnectorFailure when the link is lost
   */
  live?(call: ConnectorCall, sources: readonly string[], sink: LiveSink): Promise<void>;
  /**
   * The points of sources with from <= time < to, in blocks of at most 10,000, each source's in order of time.
   * @throws ConnectorFailure; `NoHistory` for a system that keeps none; `UnreadSources` where it fails for some sources
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

/** Reads work and assets, a stream for each kind of record that the configuration asks for. */
export interface RecordsRole {
  streams(configuration: Configuration): readonly RecordStream[];
  /**
   * Records that were changed at or after `since` (epoch milliseconds; null: all that the configuration asks for), in
   * pages, in order of the time of the change. A page may repeat records of the page before.
   * @throws ConnectorFailure
   */
  changes(call: ConnectorCall, stream: RecordStream, since: number | null): AsyncIterable<RemoteRecord[]>;
  /** Keys of all records that the system has now, in pages: what is missing among them was deleted. */
  keys(call: ConnectorCall, stream: RecordStream): AsyncIterable<string[]>;
}

export interface RecordStream {
  /** Stable within the connector, such as `orders`. */
  name: string;
  kind: 'work' | 'asset';
  /** For people, such as 'Maintenance orders'. */
  label: string;
  /** What its records have, for the screen that maps them. */
  fields: readonly RemoteField[];
  /**
   * The field there by the field here, unless a person chose another: a name of `mappingTargets` in
   * `contracts/src/connections/mapping.ts`, or `custom:NAME`. `$type` stands for the code of its type.
   */
  mapping: Readonly<Record<string, string>>;
  /** What its values are here, by field here, then by value there: such as `{state: {TECO: 'completed'}}`. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface RemoteField {
  name: string;
  label: string;
  kind: 'text' | 'number' | 'boolean' | 'time';
}

/** A record as the system has it: flat, with times in UTC (`2024-05-01T12:00:00.000Z`). */
export interface RemoteRecord {
  /** Unique in its stream and the same for ever. */
  key: string;
  /** Code of its type, such as PM01. */
  type: string;
  /** Time of the last change, epoch milliseconds. */
  changedAt: number;
  fields: Readonly<Record<string, string | number | boolean | null>>;
  /** Key of the work request that it came from; null: it came from none, or the system doesn't keep it. */
  requestKey: string | null;
}

/** Requests work. A request is recognized by its key, so that it is not filed twice. */
export interface RequestsRole {
  /** Looks for the work that was filed under a key. @throws ConnectorFailure */
  find(call: ConnectorCall, key: string): Promise<FiledWork | null>;
  /** Files work. The host has looked for the key before. @throws ConnectorFailure */
  file(call: ConnectorCall, request: WorkToFile): Promise<FiledWork>;
  /** The present states of filed work; what the system has no more is left out. @throws ConnectorFailure */
  states(call: ConnectorCall, numbers: readonly string[]): Promise<FiledWork[]>;
}

/** A request of work in the terms of the system: type, priority and status are codes of its lists. */
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
  /** By which people know it in the system. */
  number: string;
  /** As the system says it. */
  status: string;
  phase: 'open' | 'completed' | 'canceled';
  /** Where people see it in the system; null: the system has no such address. */
  url: string | null;
}

/** Values of the fields, with their secrets. */
export type Configuration = Readonly<Record<string, unknown>>;

export interface ConnectorCall {
  configuration: Configuration;
  /** SHA-256 of the server certificates that a person trusted, hexadecimal. */
  trustedCertificates: readonly string[];
  signal: AbortSignal;
  /** Never with secrets: the configuration is not logged. */
  log(level: LogLevel, message: string): void;
  /**
   * Until when the certificate of the system, or our own for it, is valid: people are warned before. Called with each new
   * link. Epoch milliseconds.
   */
  certificate(validTo: number): void;
  addresses: Addresses;
  /** A folder of this connection alone, for keys and certificates that it makes; it stays between runs. */
  directory: string;
}

/** Where a connection may connect to. */
export interface Addresses {
  /**
   * Looks a host up. The result is the address to connect to: no second look-up may follow.
   * @throws ConnectorFailure `refused` for loopback and cloud metadata, unless local addresses are allowed
   */
  resolve(host: string): Promise<string>;
}

/** A value of a source, with the time that the system gave it. */
export interface SourceValue {
  source: string;
  /** Epoch milliseconds. */
  time: number;
  /** Null only where the quality is bad. */
  value: number | null;
  quality: Quality;
}

export interface LiveSink {
  /**
   * From now on no change is missed. `isResumed`: none was missed before either, as the system kept the session and
   * delivers what came meanwhile.
   */
  subscribed(options?: { isResumed: boolean }): void;
  /** Resolves when the values are durable: what is acknowledged to the system is acknowledged after it. */
  deliver(values: readonly SourceValue[]): Promise<void>;
  /** Values were lost in the system's queue: the range is read again from its history. */
  lost(range: TimeRange, sources: readonly string[] | null): void;
  /** The time of the system, to show by how much the clocks differ. */
  clock(time: number): void;
}

/** Epoch milliseconds, from <= time < to. */
export interface TimeRange {
  from: number;
  to: number;
}

export interface BrowsePage {
  /** Source of a folder; null: the root. */
  parent: string | null;
  /** Words of names; empty: all. */
  search: string;
  /** `next` of the page before; null: the first page. */
  after: string | null;
}

export interface BrowsedPage {
  nodes: Omit<BrowsedNode, 'tagId'>[];
  /** Null: that was the last page. */
  next: string | null;
  /** What the page does not show, such as a search that stopped early. */
  notice?: string;
}

export class ConnectorFailure extends Error {
  readonly kind: FailureKind;
  /** Milliseconds that the system asked to wait; null: it asked for nothing. */
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

/** The system keeps no history of a range: its points are missing for good. */
export class NoHistory extends Error {
  override name = 'NoHistory';
  /** Whose points are missing; null: those of all that were asked for. The points of the others were delivered before. */
  readonly sources: readonly string[] | null;

  constructor(message: string, sources: readonly string[] | null = null) {
    super(message);
    this.sources = sources;
  }
}

/** The system failed to give the history of some sources: they are read again later. The points of the others were delivered before. */
export class UnreadSources extends ConnectorFailure {
  readonly sources: readonly string[];

  constructor(message: string, sources: readonly string[]) {
    super('protocol', message);
    this.sources = sources;
  }
}
