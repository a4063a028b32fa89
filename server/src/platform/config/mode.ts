import { StartError } from '../process/start-error.ts';

/** What this process does: everything, only the web side, or only the jobs. */
export type Mode = 'all' | 'serve' | 'work';

/** Reads the first argument of the command line. */
export function readMode(argument: string | undefined): Mode {
  if (argument === undefined) return 'all';
  if (argument === 'serve' || argument === 'work') return argument;
  throw new StartError(`'${argument}' is no mode: use serve or work, or nothing for all in one process`);
}
