import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcess } from './processes.ts';
import { StartError } from './start-error.ts';

/** The claim of one process on a folder. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Claims the folder for this process. The claim of a process that was killed is taken over, even when its
 * number has since gone to another process.
 * @throws StartError naming the process that holds it.
 */
export async function acquireLock(directory: string): Promise<Lock> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'twinward.lock');
  const own = claim();
  const staged = `${path}.${randomUUID()}`;
  await writeFile(staged, own);
  try {
    for (;;) {
      if (await create(staged, path)) break;
      const held = await read(path);
      if (held === null) continue;
      const holder = holderOf(held);
      if (holder !== null) {
        throw new StartError(
          `Twinward runs already on ${directory}, as process ${holder}: stop it first, or set DATA_DIR to another folder`,
        );
      }
      await removeStale(path, held);
    }
  } finally {
    await rm(staged, { force: true });
  }
  return {
    async release() {
      if ((await read(path)) === own) await rm(path, { force: true });
    },
  };
}

function claim(): string {
  return JSON.stringify({ pid: process.pid, identity: findProcess(process.pid)?.identity });
}

/** Gives the file its name only where there is none yet, whole at once. */
async function create(staged: string, path: string): Promise<boolean> {
  try {
    await link(staged, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
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

function holderOf(held: string): number | null {
  try {
    const { pid, identity } = JSON.parse(held) as { pid: number; identity: string };
    return findProcess(pid)?.identity === identity ? pid : null;
  } catch {
    // Whatever stands there was not written by us whole, and claims nothing.
    return null;
  }
}

/** Moves the file aside before it goes, and back if another process put its own there in the meantime. */
async function removeStale(path: string, held: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await read(aside)) !== held) await create(aside, path);
  await rm(aside, { force: true });
}
