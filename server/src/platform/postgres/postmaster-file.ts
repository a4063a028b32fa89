import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { findProcess } from '../processes.ts';
import { StartError } from '../start-error.ts';

/**
 * Sees to what an earlier, killed run of ours left. A server that still runs on the folder is shut down; a
 * `postmaster.pid` whose number now belongs to some other program is removed, since PostgreSQL would take
 * that program for itself. A file of a dead process stays: PostgreSQL finds in it the memory to clean up.
 * @param data PostgreSQL's data folder, on which nobody but us may start a server.
 */
export async function clearPostmaster(data: string, log?: Logger): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return;
  const running = findProcess(pid);
  if (!running) return;
  if (!isPostmaster(running.command, data)) {
    log?.warn({ pid }, 'postmaster.pid names another program: removed');
    await rm(path, { force: true });
    return;
  }
  log?.warn({ pid }, 'the database server of an earlier run is still there: stopping it');
  await stopOrphan(pid, running.identity);
}

function isPostmaster(command: string, data: string): boolean {
  return command.includes('postgres') && ` ${command} `.includes(` ${data} `);
}

/** SIGINT ends all sessions in order; SIGQUIT, after a while, at once: the next start then recovers. */
async function stopOrphan(pid: number, identity: string): Promise<void> {
  const isThere = () => findProcess(pid)?.identity === identity;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isThere(); waited += 50) {
    if (waited === 20_000) process.kill(pid, 'SIGQUIT');
    if (waited >= 40_000)
      throw new StartError(`the database server of an earlier run, process ${pid}, doesn't stop`);
    await sleep(50);
  }
}
