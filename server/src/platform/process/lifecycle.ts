import type { Running } from '../context.ts';
import { withDeadline } from './deadline.ts';
import type { Logger } from './log.ts';

/** The started parts, to be closed in reverse order. */
export interface Lifecycle {
  readonly stopping: boolean;
  /**
   * Closes the part when the process stops.
   * @param name name in the log.
   * @param limit milliseconds it may take to close; then the next part is closed.
   */
  add(name: string, part: Running, limit?: number): void;
  /** Closes all parts. A part that fails or takes too long is logged and does not prevent the others from closing. */
  stop(): Promise<void>;
}

const defaultLimit = 1000;

export function createLifecycle(log: Logger): Lifecycle {
  const parts: { name: string; part: Running; limit: number }[] = [];
  let stopped: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    for (let next = parts.pop(); next; next = parts.pop()) {
      const { name, part, limit } = next;
      await withDeadline(part.close(), limit, `closing ${name}`).catch((error: Error) =>
        log.error({ err: error, part: name }, 'a part did not close in order'),
      );
    }
  }
  return {
    get stopping() {
      return stopped !== undefined;
    },
    add: (name, part, limit = defaultLimit) => void parts.push({ name, part, limit }),
    stop() {
      stopped ??= closeAll();
      return stopped;
    },
  };
}
