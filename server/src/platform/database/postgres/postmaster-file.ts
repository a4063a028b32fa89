import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../process/log.ts';
import { findProcess, findProcessesIn } from '../../process/processes.ts';
import { StartError } from '../../process/start-error.ts';

/**
 * Removes what a killed run left behind: a server that still runs on the folder, sessions of a killed server,
 * and a `postmaster.pid` that would keep PostgreSQL from starting because it is empty or its process id now
 * belongs to another program. The file of a dead process is kept: PostgreSQL finds in it the shared memory to
 * clean up.
 * @param data PostgreSQL's data folder; only this process may start a server on it.
 */
export async function clearPostmaster(data: string, log?: Logger): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => null);
  const namedPid = Number.parseInt(text ?? '', 10);
  const named = namedPid > 0 ? findProcess(namedPid) : null;
  if ((named && !isPostmaster(named.command, data)) || (text !== null && !(namedPid > 0))) {
    log?.warn({ pid: namedPid }, 'postmaster.pid names no database server: removed');
    await rm(path, { force: true });
  }
  const inFolder = findProcessesIn(await realpath(data));
  for (const pid of new Set([...(named ? [namedPid] : []), ...inFolder])) {
    const server = findProcess(pid);
    if (!server || !isPostmaster(server.command, data)) continue;
    log?.warn({ pid }, 'the database server of an earlier run is still there: stopping it');
    await stopOrphan(pid, server.identity);
  }
  for (const pid of inFolder) {
    const session = findProcess(pid);
    if (session?.command.startsWith('postgres: ')) await killSession(pid, session.identity, log);
  }
}

/**
 * Ends a session of a killed server. A busy session would run until its query ends, and hold the shared
 * memory that keeps the next server from starting.
 */
async function killSession(pid: number, identity: string, log?: Logger): Promise<void> {
  log?.warn({ pid }, 'a session of a database server that was killed is still there: ending it');
  signal(pid, 'SIGKILL');
  while (findProcess(pid)?.identity === identity) await sleep(10);
}

function isPostmaster(command: string, data: string): boolean {
  return command.includes('postgres') && ` ${command} `.includes(` ${data} `);
}

/**
 * SIGINT ends all sessions cleanly. After a timeout, SIGQUIT ends them at once, and the next start recovers.
 */
async function stopOrphan(pid: number, identity: string): Promise<void> {
  const isThere = () => findProcess(pid)?.identity === identity;
  signal(pid, 'SIGINT');
  for (let waited = 0; isThere(); waited += 50) {
    if (waited === 20_000) signal(pid, 'SIGQUIT');
    if (waited >= 40_000)
      throw new StartError(`the database server of an earlier run, process ${pid}, doesn't stop`);
    await sleep(50);
  }
}

/** Sends a signal; ignores a process that has already ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
