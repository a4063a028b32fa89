import type { ReadPoint } from '@twinward/domain/connections/point';
import type { Message } from './client.ts';

/** Turns messages into points. */
export interface Reader {
  /** @param arrival epoch milliseconds */
  read(message: Pick<Message, 'topic' | 'payload' | 'isRetained'>, arrival: number): ReadPoint[];
  /** The state after all messages so far. It is kept by calling it, once their points are durable. */
  mark(): () => Promise<void>;
  /** Keeps the state for the next run. */
  close(): Promise<void>;
}

export interface ReaderOptions {
  sources: ReadonlySet<string>;
  /** Whether the broker kept our session, so that no death of a node was missed. */
  isResumed: boolean;
  requestBirth(topic: string, payload: Uint8Array): void;
}
