import { classifyError } from '../database/database-trouble.ts';
import type { Logger } from './log.ts';

/**
 * Keeps this thread running when an unhandled rejection is due to database trouble: libraries start promises
 * that nothing awaits. Any other unhandled rejection is a bug and ends the thread.
 */
export function surviveDatabaseTrouble(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    const trouble = classifyError(error);
    if (!trouble) throw error;
    log.error({ err: error, trouble }, 'the database failed a part that did not expect it');
  });
}
