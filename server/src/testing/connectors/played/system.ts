import type { Configuration } from '../../../connectors/connector.ts';
import type { HttpPeer } from '../../../connectors/testing/http-peer.ts';

/** A record of a peer, by the names of the system. */
export type Row = Record<string, string | number | boolean | null>;

/** What a connection should have of an asset. */
export interface HeldAsset {
  uniqueId: string;
  name: string;
}

/** What a connection should have of work. */
export interface HeldWork {
  stream: string;
  key: string;
  number: string;
  name: string;
  /** Its asset's unique id and the code of its type. */
  tag: string;
  completed: string | null;
}

/** What was requested, and is in the system. */
export interface HeldRequest {
  key: string;
  number: string;
  phase: 'open' | 'completed';
}

/** Records of a kind, as people of the system make and change them. */
interface Kind {
  rows(): Row[];
  /** A new record without its name and the time of its change. */
  make(number: number): Row;
  /** Column of the name. */
  name: string;
}

/** A system of work that a peer of ours plays. */
export interface PlayedSystem {
  /** Of its connections. */
  readonly type: string;
  readonly peer: HttpPeer & { change(row: Row, values: Row): void };
  /** Without the address. */
  readonly configuration: Configuration;
  /** Whether a page has the last row of the page before once more. */
  repeatRows(isRepeated: boolean): void;
  /** Whether pages and cursors that it named are no longer known. */
  expirePages?(isExpired: boolean): void;
  /** Null: assets are not read from it. */
  readonly assets: (Kind & { read(row: Row): HeldAsset }) | null;
  readonly orders: Kind & {
    /** Moves it to an asset, by unique id. */
    of(asset: string): Row;
    /** @param at epoch milliseconds of a whole minute; the work began an hour before */
    complete(at: number): Row;
    read(row: Row): HeldWork;
  };
  /** Null: work can't be requested in it. */
  readonly requests: {
    /** As advisories name the system and the type. */
    system: string;
    type: string;
    rows(): Row[];
    complete(at: number): Row;
    read(row: Row): HeldRequest;
    /** As the connection reads it back; absent: among the orders. */
    work?(row: Row): HeldWork;
  } | null;
}

/** All work that a connection should have. Requested work comes back as work. */
export const heldWork = ({ orders, requests }: PlayedSystem): HeldWork[] => [
  ...orders.rows().map(orders.read),
  ...(requests?.work ? requests.rows().map(requests.work) : []),
];

export const heldRequests = ({ requests }: PlayedSystem): HeldRequest[] =>
  requests ? requests.rows().map(requests.read) : [];

export const hour = 3_600_000;

export const toIso = (time: unknown): string | null =>
  typeof time === 'number' ? new Date(time).toISOString() : null;
