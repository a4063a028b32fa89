import { troubleOf } from '../database/database-trouble.ts';
import type { Logger } from './log.ts';

/**
 * Keeps this thread running when a promise that nobody waits for fails for the trouble of the database: libraries
 * start such promises. Any other rejection is a fault of the program and ends the thread, as it would without this.
 */
export function surviveDatabaseTrouble(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    const trouble = troubleOf(error);
    if (!trouble) throw error;
    log.error({ err: error, trouble }, 'the database failed a part that did not expect it');
  });
}
