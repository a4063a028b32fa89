import type { Running } from './context.ts';
import type { Logger } from './log.ts';

/**
 * Does a task, again so long after each turn ended. One that fails is logged and done again next time.
 * Closing waits for a turn at work.
 * @param interval milliseconds
 */
export function repeat(name: string, interval: number, task: () => Promise<unknown>, log: Logger): Running {
  let timer: NodeJS.Timeout;
  let turn = Promise.resolve();
  let closed = false;
  function schedule(): void {
    if (closed) return;
    timer = setTimeout(() => {
      turn = task()
        .then(() => undefined)
        .catch((error) => {
          if (!closed) log.warn({ err: error }, `${name} failed, and will be done again`);
        })
        .finally(schedule);
    }, interval);
  }
  schedule();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
