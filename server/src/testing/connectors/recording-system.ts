import type { Random } from '../proofs/partial/random.ts';

/** A system whose values change all the time; it keeps the history of each, over its own restarts too. */
export interface RecordingSystem {
  /** By source, the values by time in epoch milliseconds. */
  readonly recorded: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly url: string;
  /** Of a connection that reaches it at another address, such as that of a proxy. */
  configurationOf(url: string): Record<string, unknown>;
  start(): Promise<void>;
  /** What is recorded meanwhile is sent to nobody. */
  stop(): Promise<void>;
  /** Stops recording, and stays to be read. */
  rest(): void | Promise<void>;
  /** Answers wrongly for a few calls. */
  misbehave?(random: Random): void;
  remove(): Promise<void>;
}
