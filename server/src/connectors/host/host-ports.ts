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

/** What is to run, as it is now. */
export interface HostView {
  heads: readonly ConnectionHead[];
  groups: readonly GroupRow[];
  /** Requests of screens that nobody has taken. */
  waiting: number;
  /** Requests that this host took, and that people canceled. */
  canceled: readonly string[];
}

/** What of a run's ports belongs to a group rather than to the host. */
export type GroupRunPorts = Pick<
  RunPorts,
  'sources' | 'store' | 'storeHistory' | 'tracking' | 'records' | 'requests'
>;

/**
 * What a host needs of the installation whose connections it runs: beside the server a database (`hostInDatabase`), at
 * the plant the server over HTTP (`ServerLink`).
 */
export interface HostPorts {
  /** @param isHurried answers at once; else it may wait until something changes */
  look(isHurried: boolean): Promise<HostView>;
  /** Of each group a text that changes when other sources feed tags. */
  fedChecksums(groupIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Of each group the milliseconds without a point after which it is quiet; null: never. */
  quietAfter(groupIds: readonly number[]): Promise<ReadonlyMap<number, number | null>>;
  /** @returns false when another runner has the lease */
  takeLease(groupId: number, connectionId: number): Promise<boolean>;
  /** @returns the groups whose lease this runner still has */
  extendLeases(groupIds: readonly number[]): Promise<ReadonlySet<number>>;
  releaseLease(groupId: number): Promise<void>;
  /** The connection with its secrets; null when it is gone. */
  open(connectionId: number): Promise<OpenedConnection | null>;
  runPorts(groupId: number, connectionId: number): GroupRunPorts;
  writeStates(reports: readonly StateReport[]): Promise<void>;
  addLog(entries: readonly NewLogEntry[]): Promise<void>;
  takeRequests(most: number): Promise<readonly TakenRequest[]>;
  /** The tags that sources of a group feed. */
  tagsOf(groupId: number, sources: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Writes what was found so far. @returns false when the request was canceled */
  writeRequestResult(id: string, result: RequestResult): Promise<boolean>;
  /** @param message why it failed; null: it is done */
  endRequest(id: string, message: string | null): Promise<void>;
}
