import type { RequestResult } from '@twinward/contracts/connections/request';
import type {
  ConnectionHead,
  GroupRow,
  NewLogEntry,
  OpenedConnection,
  StateReport,
  TakenRequest,
} from '../../modules/connections/connection/service.ts';
import type { RunPorts } from './ports.ts';

/** The connections to run, and requests, as of now. */
export interface HostView {
  heads: readonly ConnectionHead[];
  groups: readonly GroupRow[];
  /** Number of pending requests of screens. */
  waiting: number;
  /** Ids of requests that this host has taken and users have canceled. */
  canceled: readonly string[];
}

/** The ports of a run that depend on the group. */
export type GroupRunPorts = Pick<
  RunPorts,
  'sources' | 'store' | 'storeHistory' | 'tracking' | 'records' | 'requests'
>;

/**
 * The ports of a host. At the server they use the database (`hostInDatabase`), at the plant the server over HTTP
 * (`ServerLink`).
 */
export interface HostPorts {
  /** @param isHurried whether to return immediately; otherwise it may wait for a change */
  look(isHurried: boolean): Promise<HostView>;
  /** Returns by group a checksum of the sources that feed tags. */
  fedChecksums(groupIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Returns by group the milliseconds without a point after which it is quiet. Null for never. */
  quietAfter(groupIds: readonly number[]): Promise<ReadonlyMap<number, number | null>>;
  /** @returns false if another runner has the lease */
  acquireLease(groupId: number, connectionId: number): Promise<boolean>;
  /** @returns the groups whose lease this runner still has */
  extendLeases(groupIds: readonly number[]): Promise<ReadonlySet<number>>;
  releaseLease(groupId: number): Promise<void>;
  /** Reads the connection with its secrets. Null if it was deleted. */
  open(connectionId: number): Promise<OpenedConnection | null>;
  runPorts(groupId: number, connectionId: number): GroupRunPorts;
  writeStates(reports: readonly StateReport[]): Promise<void>;
  addLog(entries: readonly NewLogEntry[]): Promise<void>;
  claimRequests(most: number): Promise<readonly TakenRequest[]>;
  /** Returns the tags that sources of a group feed. */
  findTags(groupId: number, sources: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Stores the result so far. @returns false if the request was canceled */
  writeRequestResult(id: string, result: RequestResult): Promise<boolean>;
  /** @param message the error, or null if it succeeded */
  endRequest(id: string, message: string | null): Promise<void>;
}
