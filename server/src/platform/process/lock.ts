import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess } from './processes.ts';
import { StartError } from './start-error.ts';

/** The exclusive lock of one process on a folder. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Locks the folder for this process. The lock of a killed process is taken over, even if its process id has
 * been reused.
 * @param patience how long to wait for a live holder, in milliseconds: it may be about to end.
 * @throws StartError naming the process that holds the lock.
 */
export async function acquireLock(directory: string, patience = 0): Promise<Lock> {
  const path = join(directory, 'twinward.lock');
  const own = claim();
  const deadline = Date.now() + patience;
  let holder = await acquire(path, own);
  while (holder !== null && Date.now() < deadline) {
    await sleep(50);
    holder = await acquire(path, own);
  }
  if (holder !== null) {
    throw new StartError(
      `Twinward runs already on ${directory}, as process ${holder}: stop it first, or set DATA_DIR to another folder`,
    );
  }
  return {
    async release() {
      if ((await read(path)) === own) await rm(path, { force: true });
    },
  };
}

/**
 * Creates the lock file, or returns the process that holds it. The file of a dead process is removed only
 * under a second lock of the same kind; otherwise a process could remove a file that another has just
 * created.
 */
async function acquire(path: string, own: string): Promise<number | null> {
  for (;;) {
    if (await create(path, own)) return null;
    const held = await read(path);
    if (held === null) continue;
    const holder = findHolder(held);
    if (holder !== null) return holder;
    const removal = `${path}.removal`;
    if ((await acquire(removal, own)) !== null) {
      await sleep(20);
      continue;
    }
    try {
      if ((await read(path)) === held) await rm(path, { force: true });
    } finally {
      await rm(removal, { force: true });
    }
  }
}

function claim(): string {
  return JSON.stringify({ pid: process.pid, identity: findProcess(process.pid)?.identity });
}

/** Creates the file with its whole content, only if it does not exist. */
async function create(path: string, text: string): Promise<boolean> {
  const staged = `${path}.${randomUUID()}`;
  await writeFile(staged, text);
  try {
    await link(staged, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(staged, { force: true });
  }
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function findHolder(held: string): number | null {
  try {
    const { pid, identity } = JSON.parse(held) as { pid: number; identity: string };
    return findProcess(pid)?.identity === identity ? pid : null;
  } catch {
    // Content that is not complete was not written by this program and locks nothing.
    return null;
  }
}
