import type { ReadPoint } from '@twinward/domain/connections/point';
import type { Message } from './client.ts';

/** Converts messages to points. */
export interface Reader {
  /** @param arrival epoch milliseconds */
  read(message: Pick<Message, 'topic' | 'payload' | 'isRetained'>, arrival: number): ReadPoint[];
  /** Captures the state after all messages so far. Call the result to save it once their points are durable. */
  mark(): () => Promise<void>;
  /** Saves the state for the next run. */
  close(): Promise<void>;
}

export interface ReaderOptions {
  sources: ReadonlySet<string>;
  /** Whether the broker kept our session, so that no death of a node was missed. */
  isResumed: boolean;
  requestBirth(topic: string, payload: Uint8Array): void;
}
