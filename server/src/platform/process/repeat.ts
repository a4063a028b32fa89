import type { Running } from '../context.ts';
import { classifyError } from '../database/database-trouble.ts';
import { createBackOff } from './back-off.ts';
import type { Logger } from './log.ts';

/**
 * Runs a task, and again `interval` after each run ended. A failed run is logged and retried after a
 * back-off. Closing waits for the current run.
 * @param interval milliseconds
 */
export function repeat(name: string, interval: number, task: () => Promise<unknown>, log: Logger): Running {
  const backOff = createBackOff({ base: 1000 });
  let timer: NodeJS.Timeout;
  let turn = Promise.resolve();
  let closed = false;
  function schedule(delay: number): void {
    if (closed) return;
    timer = setTimeout(() => {
      turn = task()
        .then(() => {
          backOff.reset();
          schedule(interval);
        })
        .catch((error) => {
          if (closed) return;
          const trouble = classifyError(error);
          log.warn(trouble ? { trouble } : { err: error }, `${name} failed, and will be retried`);
          schedule(backOff.next());
        });
    }, delay);
  }
  schedule(interval);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
