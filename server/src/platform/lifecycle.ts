import type { Running } from './context.ts';
import type { Logger } from './log.ts';

/** The parts that were started, to be ended in the opposite order. */
export interface Lifecycle {
  readonly stopping: boolean;
  /** Has the part closed when the process stops. */
  add(part: Running): void;
  /** Closes all parts; one that fails is logged and doesn't keep the others. */
  stop(): Promise<void>;
}

export function createLifecycle(log: Logger): Lifecycle {
  const parts: Running[] = [];
  let stopped: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    for (let part = parts.pop(); part; part = parts.pop()) {
      await part.close().catch((error: Error) => log.error({ err: error }, 'a part did not end in order'));
    }
  }
  return {
    get stopping() {
      return stopped !== undefined;
    },
    add: (part) => void parts.push(part),
    stop() {
      stopped ??= closeAll();
      return stopped;
    },
  };
}
