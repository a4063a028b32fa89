import { readFile } from 'node:fs/promises';
import { listPostgresProcesses } from '../instance.ts';

/**
 * Resident memory of processes, in bytes. What several of them share, such as the buffers of PostgreSQL, counts once (PSS,
 * as of `smaps_rollup` of proc(5)).
 */
async function readMemory(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Looks at the memory of a server and its PostgreSQL again and again. */
export class MemoryWatch {
  #peak = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(directory: string, pid: number) {
    let isLooking = false;
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      const pids = await listPostgresProcesses(directory).catch(() => []);
      this.#peak = Math.max(this.#peak, await readMemory([pid, ...pids]));
      isLooking = false;
    };
    this.#timer = setInterval(look, 500);
  }

  /** Ends it. @returns the most that was seen, in bytes. */
  stop(): number {
    clearInterval(this.#timer);
    return this.#peak;
  }
}
