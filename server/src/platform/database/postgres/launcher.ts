import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process';
import { StartError } from '../../process/start-error.ts';

/** How to run a program of PostgreSQL: as which user, and with which wrapper. */
export interface Launcher {
  /** User id that must own the files. */
  uid: number;
  gid: number;
  /** Arguments for `spawn`, without stdio. */
  command(program: string, args: string[]): [string, string[], SpawnOptions];
}

/**
 * Stops PostgreSQL when this process ends, even when it is killed, so that the next start finds a clean
 * database.
 */
const endWithParent = ['--pdeathsig', 'INT'];

/** Grants only the right to enter folders that are closed to others. `access()` checks this right as well. */
const enterFolders = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];

/**
 * Finds a way to run PostgreSQL, which refuses to run as root. Root switches to the owner of the data, or else to the
 * user `postgres`, or else to `nobody`. If that user cannot enter the folders (a home of mode 0700), the process gets
 * the capability to enter them; folder modes stay unchanged.
 * @param needed a program to run and a folder to enter.
 * @param owner of the data, if it exists.
 * @throws StartError with a remedy if there is no way.
 */
export function findLauncher(
  needed: { program: string; directory: string },
  owner?: { uid: number; gid: number },
): Launcher {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? (owner?.uid ? owner : findServerUser()) : ownUser();
  const found = candidates(user, isRoot).find((launcher) => works(launcher, needed));
  if (found) return found;
  if (!isRoot) throw new StartError(`PostgreSQL at ${needed.program} doesn't run on this machine`);
  throw new StartError(
    `PostgreSQL doesn't run as root, and the user with id ${user.uid} can't reach ${needed.program} and ` +
      `${needed.directory}: start Twinward as an ordinary user, move it and DATA_DIR to where others may read, ` +
      'or install setpriv (util-linux)',
  );
}

function candidates({ uid, gid }: { uid: number; gid: number }, isRoot: boolean): Launcher[] {
  const wrapped = (...options: string[]): Launcher => ({
    uid,
    gid,
    command: (program, args) => ['setpriv', [...options, '--', program, ...args], { cwd: '/' }],
  });
  const change = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const plain: Launcher = {
    uid,
    gid,
    command: (program, args) => [program, args, isRoot ? { cwd: '/', uid, gid } : { cwd: '/' }],
  };
  return isRoot
    ? [wrapped(...change, ...endWithParent), wrapped(...change, ...enterFolders, ...endWithParent), plain]
    : [wrapped(...endWithParent), plain];
}

function works(launcher: Launcher, { program, directory }: { program: string; directory: string }): boolean {
  const run = (name: string, args: string[]) => {
    const [file, list, options] = launcher.command(name, args);
    return spawnSync(file, list, { ...options, stdio: 'ignore' }).status === 0;
  };
  return run(program, ['--version']) && run('ls', ['-d', `${directory}/.`]);
}

function ownUser() {
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
}

function findServerUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((kind) =>
        Number(execFileSync('id', [kind, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
      );
      return { uid: uid!, gid: gid! };
    } catch {
      // No such user: try the next.
    }
  }
  throw new StartError(
    "PostgreSQL doesn't run as root, and there is no user postgres or nobody to run it as: start Twinward as an ordinary user",
  );
}
