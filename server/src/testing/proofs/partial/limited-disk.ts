import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Fill {
  from: number;
  until: number;
}

/** A file system of limited size, which can really be full. */
export interface LimitedDisk {
  directory: string;
  /** When it was kept full, in epoch milliseconds. */
  readonly fills: readonly Fill[];
  /** Keeps the file system full for so many milliseconds, then makes room again. */
  fillFor(milliseconds: number, meanwhile: () => Promise<void>): Promise<void>;
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
  const fills: Fill[] = [];
  return {
    directory,
    fills,
    async fillFor(milliseconds, meanwhile) {
      const from = Date.now();
      const file = openSync(ballast, 'a');
      writeUntilFull(file);
      async function hold(): Promise<void> {
        try {
          while (Date.now() < from + milliseconds) {
            writeUntilFull(file);
            await sleep(refillInterval);
          }
        } finally {
          closeSync(file);
          rmSync(ballast);
          fills.push({ from, until: Date.now() });
        }
      }
      await Promise.all([hold(), meanwhile()]);
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
