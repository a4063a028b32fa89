import { StartError } from '../process/start-error.ts';

/** The role of this process: everything, only the web server, or only the jobs. */
export type Mode = 'all' | 'serve' | 'work';

/** Reads the mode from the first command-line argument. */
export function readMode(argument: string | undefined): Mode {
  if (argument === undefined) return 'all';
  if (argument === 'serve' || argument === 'work') return argument;
  throw new StartError(`'${argument}' is no mode: use serve or work, or nothing for all in one process`);
}
