import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A file system of limited size, which can really be full. */
export interface LimitedDisk {
  directory: string;
  /** Keeps the file system full for so many milliseconds, then makes room again. */
  fillFor(milliseconds: number): Promise<void>;
  unmount(): Promise<void>;
}

/** Milliseconds between two attempts to take what PostgreSQL has freed meanwhile. */
const refillInterval = 250;

/** Mounts a tmpfs. Returns null where this process may not mount one. */
export async function mountLimitedDisk(megabytes: number): Promise<LimitedDisk | null> {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], {
      stdio: 'ignore',
    });
  } catch {
    await rm(directory, { recursive: true });
    return null;
  }
  const ballast = join(directory, 'ballast');
  return {
    directory,
    async fillFor(milliseconds) {
      const file = openSync(ballast, 'a');
      try {
        for (const end = Date.now() + milliseconds; Date.now() < end; ) {
          writeUntilFull(file);
          await sleep(refillInterval);
        }
      } finally {
        closeSync(file);
        rmSync(ballast);
      }
    },
    async unmount() {
      execFileSync('umount', ['--lazy', directory]);
      await rm(directory, { recursive: true });
    },
  };
}

function writeUntilFull(file: number): void {
  for (const size of [1024 * 1024, 4096]) {
    const piece = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
