import { StartError } from '../process/start-error.ts';

/** The role of this process: everything, only the web server, only the jobs, or a connection at the plant. */
export type Mode = 'all' | 'serve' | 'work' | 'connect';

/** Reads the mode from the first command-line argument. */
export function readMode(argument: string | undefined): Mode {
  if (argument === undefined) return 'all';
  if (argument === 'serve' || argument === 'work' || argument === 'connect') return argument;
  throw new StartError(
    `'${argument}' is no mode: use serve, work or connect, or nothing for all in one process`,
  );
}
