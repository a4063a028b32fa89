import { readFileSync, statSync, writeFileSync } from 'node:fs';
import pg from 'pg';

/** The period from the first to the last write that failed because of a full disk. */
export interface RefusedPeriod {
  from: Date;
  until: Date;
}

/** Size of the file in bytes: it is allocated before the disk is full, and then overwritten in place. */
const fileSize = 4096;
/** Milliseconds by which the file may lag behind. */
const saveInterval = 1_000;

/** Returns host and port of a database server, in the form that its clients use. */
export function toServerAddress(connectionString: string): string {
  const { host, port } = new pg.Client({ connectionString });
  return `${host}:${port}`;
}

/**
 * Remembers, by database server, the writes that failed because of a full disk, until administrators are notified. The
 * periods are kept in a file, so that they survive a killed process.
 */
export class DiskRefusals {
  readonly #periods = new Map<string, RefusedPeriod>();
  #file: string | null = null;
  #savedAt = 0;

  /** Loads the periods that the previous process left in a file, and keeps them there from now on. */
  useFile(path: string): void {
    this.#file = path;
    for (const [server, from, until] of readPeriods(path)) {
      this.#periods.set(server, { from: new Date(from), until: new Date(until) });
    }
    if (statSync(path, { throwIfNoEntry: false })?.size !== fileSize) this.#save('w');
  }

  record(server: string, at = new Date()): void {
    const known = this.#periods.get(server);
    this.#periods.set(server, { from: known?.from ?? at, until: at });
    if (!known || at.getTime() - this.#savedAt >= saveInterval) this.#save('r+', at);
  }

  get size(): number {
    return this.#periods.size;
  }

  servers(): string[] {
    return [...this.#periods.keys()];
  }

  get(server: string): RefusedPeriod | undefined {
    return this.#periods.get(server);
  }

  /** Removes a period, unless more writes failed meanwhile. */
  forget(server: string, period: RefusedPeriod): void {
    if (this.#periods.get(server) !== period) return;
    this.#periods.delete(server);
    this.#save('r+');
  }

  #save(flag: 'w' | 'r+', at = new Date()): void {
    if (this.#file === null) return;
    const rows = [...this.#periods].map(([server, { from, until }]) => [server, +from, +until]);
    try {
      writeFileSync(this.#file, JSON.stringify(rows).padEnd(fileSize), { flag });
      this.#savedAt = at.getTime();
    } catch {
      // The periods are still in memory. They are lost only if the process is killed before there is room on the disk.
    }
  }
}

function readPeriods(path: string): [server: string, from: number, until: number][] {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The data folder is new.
    return [];
  }
}

/** The periods of this thread. */
export const diskRefusals = new DiskRefusals();
