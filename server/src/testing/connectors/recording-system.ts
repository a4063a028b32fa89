import type { Random } from '../proofs/partial/random.ts';
import type { PushTarget } from './pushing-program.ts';

/** A system whose values change all the time; it keeps the history of each, over its own restarts too. */
export interface RecordingSystem {
  /** By source, the values by time in epoch milliseconds. */
  readonly recorded: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Null where it calls us. */
  readonly url: string | null;
  /** Of a connection that reaches it at another address, such as that of a proxy. */
  toConfiguration(url: string): Record<string, unknown>;
  /** Where it shall push its points, if it calls us. */
  pushTo?(target: PushTarget): void;
  start(): Promise<void>;
  /** What is recorded meanwhile is sent to nobody. */
  stop(): Promise<void>;
  /** Stops recording, and stays to be read. */
  rest(): void | Promise<void>;
  /** Answers wrongly for a few calls. */
  misbehave?(random: Random): void;
  remove(): Promise<void>;
}
