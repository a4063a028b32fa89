import type { ReadPoint } from '@twinward/domain/connections/point';
import type { ConnectorCall } from '../connector.ts';
import type { Message } from './client.ts';
import type { Settings } from './config.ts';
import { createPlainReader } from './plain-reader.ts';
import { openSparkplugReader } from './sparkplug-reader.ts';

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

export async function openReader(
  call: Pick<ConnectorCall, 'directory' | 'log'>,
  settings: Settings,
  options: ReaderOptions,
): Promise<Reader> {
  return settings.format === 'plain'
    ? createPlainReader(settings.topics, logOnce(call))
    : await openSparkplugReader(call, settings, options, logOnce(call));
}

/** Most different problems that a run logs. */
const maximumProblems = 100;

/** Logs each problem once, so that a device that is set up wrongly does not flood the log. */
function logOnce(call: Pick<ConnectorCall, 'log'>): (problem: string) => void {
  const logged = new Set<string>();
  return (problem) => {
    if (logged.size > maximumProblems || logged.has(problem)) return;
    logged.add(problem);
    call.log(
      'warn',
      logged.size > maximumProblems
        ? `${maximumProblems} different problems with messages were logged; further ones are not.`
        : problem,
    );
  };
}

/** Larger messages are not read. */
export const maximumMessage = 16 * 1024 * 1024;
